import { OPERATIONS, type ErrorKind, type OperationId } from '../../schemas/operations.ts'
import type { Law } from '../judge/law.ts'
import type { Observer } from '../judge/observer.ts'
import { createTemplate, deleteOwn } from '../server/activity/own-records.ts'
import { isObject, isSuccess, type Exchange } from '../server/client/exchange.ts'
import { perRun } from '../server/per-run.ts'
import { UNLIKELY_ID } from '../server/unlikely-id.ts'

/** The refusals of unknown template ids seen so far, by operation. */
const refusals = perRun<'refusals', Map<OperationId, Exchange>>()

/**
 * The clause demands that an unknown template_id is refused. A server may take its default template instead
 * (question template.unknown), yet not at one operation alone: where another one refuses, this one has to.
 * @param slug an invoice of the store, for asking the pdf operation
 */
export async function judgeUnknownTemplate(
  law: Law,
  operation: OperationId,
  exchange: Exchange,
  slug: string,
): Promise<void> {
  const seen = refusals(law.session, 'refusals', () => new Map<OperationId, Exchange>())
  if (!isSuccess(exchange)) {
    seen.set(operation, exchange)
    const kinds = refusalsOf(operation)
    observeRefusal(law, kinds, exchange)
    return law.refused(exchange, ...kinds)
  }
  if (await mayBeGivenAgain(law, exchange)) return law.missing('the id of a deleted template is given again')
  const pdf = await law.call('readInvoicePdf', { params: { slug }, query: { template_id: UNLIKELY_ID } })
  const elsewhere = isSuccess(pdf) ? [...seen.values()][0] : pdf
  if (elsewhere)
    throw law.violation({
      message: `${elsewhere.operation} refuses it`,
      expected: 'a refusal of a template_id that the store does not have',
      exchanges: [elsewhere, exchange],
    })
  law.observe('template.unknown', 'default_template', exchange)
  law.missing(
    'the server takes its default template for one that it does not have (question template.unknown)',
  )
}

/** An id that was free may have been given to another template meanwhile, which may be gone again. */
async function mayBeGivenAgain(law: Law, { query, input }: Exchange): Promise<boolean> {
  const id = query['template_id'] ?? (isObject(input) ? input['template_id'] : undefined)
  if (typeof id !== 'number' || NEVER_GIVEN.includes(id)) return false
  return law.ledger.givesAgain('templates') || isSuccess(await law.call('readTemplate', { params: { id } }))
}

/** Whoever made a template may have deleted it meanwhile. */
export const isTemplateGone = async (law: Law, id: number): Promise<boolean> =>
  law.is('not-found', await law.call('readTemplate', { params: { id } }))

/** How an unknown template_id may be refused: as not-found only where the operation lists it. */
function refusalsOf(operation: OperationId): readonly [ErrorKind, ...ErrorKind[]] {
  const listed: readonly ErrorKind[] = OPERATIONS[operation].errors
  return listed.includes('not-found') ? ['unprocessable', 'not-found'] : ['unprocessable']
}

function observeRefusal(law: Law, kinds: readonly ErrorKind[], exchange: Exchange): void {
  if (!kinds.includes('not-found')) return
  const kind = law.is('unprocessable', exchange) ? 'unprocessable' : 'not-found'
  if (law.is(kind, exchange)) law.observe('template.unknown', kind, exchange)
}

/** Integers that careless code takes for no template at all, or that its data base has no room for. */
const UNLIKE_IDS = [0, -1, 2 ** 63]
const NEVER_GIVEN = [UNLIKELY_ID, ...UNLIKE_IDS]

/**
 * Template ids that the store does not have, one after the other. Those that no store gives come last, and only
 * where the others were refused: a server that takes its default template for unknown ones (question
 * template.unknown) may well refuse these as no ids.
 */
export async function* missingTemplates(observer: Observer): AsyncGenerator<number> {
  yield* await unknownTemplates(observer)
  if (observer.observed('template.unknown') === 'default_template') return
  const own = new Set((await observer.store.templates()).items.map(({ id }) => id))
  const isSendable = (id: number) => Number.isSafeInteger(id) || observer.allows('hostile-input')
  yield* UNLIKE_IDS.filter((id) => !own.has(id) && isSendable(id))
}

/** Template ids that the store does not have: one that nobody has, another store's, and one just deleted that a document was made by. */
export async function unknownTemplates(observer: Observer): Promise<number[]> {
  return [UNLIKELY_ID, ...(await foreign(observer)), ...(await deleted(observer))]
}

async function foreign(observer: Observer): Promise<number[]> {
  if (observer.target.other_store_api_key === null) return []
  const own = new Set((await observer.store.templates()).items.map(({ id }) => id))
  const { items } = await observer.storeOf('other_store').templates()
  return items
    .map(({ id }) => id)
    .filter((id) => !own.has(id))
    .slice(0, 1)
}

async function deleted({ session, store }: Observer): Promise<number[]> {
  if (!session.client.permits('createTemplate')) return []
  const { record } = await createTemplate(session)
  if (!record) return []
  const [invoice] = (await store.invoices()).items
  if (invoice && session.target.allow.has('documents'))
    await session.client.call('readInvoicePdf', {
      params: { slug: invoice.slug },
      query: { template_id: record.id },
    })
  const gone = await deleteOwn(session, 'templates', record.id)
  return isSuccess(gone) ? [record.id] : []
}
