import type { OperationId } from '../../../schemas/operations.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { OwnRecord } from '../records/record-calls.ts'
import { hasDocument } from '../documented.ts'
import { EMAILS } from '../places.ts'
import { CUSTOMERS, TEMPLATES, type RecordKind } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { writesOn } from '../writes.ts'
import { wholeView } from '../views.ts'
import {
  belongsTo,
  DIRECTIONS,
  foreign,
  foreignOne,
  isGivenSince,
  judgeUnreachable,
  unknownBeside,
} from './foreign.ts'
import { searchTextsOf } from './scope-search.ts'

/** The clause that keeps each kind of record to its store. */
const SCOPES = [
  [TEMPLATES, 'auth.scope-templates'],
  [CUSTOMERS, 'auth.scope-customers'],
] as const

const ofAnother = SCOPES.map(([kind, clause]) =>
  check(clause, { name: `another store's ${kind.many}`, run: (law) => judgeReads(law, kind) }),
)

/** What a stranger's key may see of a record: nothing. */
async function judgeReads(law: Law, { one, operations, all }: RecordKind): Promise<void> {
  for (const direction of DIRECTIONS)
    for (const { id } of (await foreign(law, all, direction)).slice(0, 6)) {
      const read = await law.call(operations.read, { params: { id }, key: direction.stranger })
      judgeUnreachable(law, read, direction.owner, `${one} ${id}`)
    }
  if (!law.hasPassed) law.notExercised(`no ${one} has an id that the other store does not have too`)
}

const ofOurOwn = SCOPES.map(([kind, clause]) =>
  check(clause, {
    name: `a ${kind.one} of our own and another store's key`,
    needs: ['other_store_key', 'writes'],
    run: judging(kind, async (records) => {
      const [own] = await records.own(1)
      // A list may be kept to its store for one type alone.
      if (kind === TEMPLATES)
        await records.create({ ...(await records.input()), template_type: 'packing_slip' })
      await judgeOwn(records, own)
    }),
  }),
)

const key = 'other_store'

/** A record of our own that the other key tries to list, read, change and delete. */
async function judgeOwn(records: Records, { input, shown }: OwnRecord): Promise<void> {
  const { law, kind } = records
  for (const [index, query] of listings(kind, input).entries()) {
    // Right after its owner has asked the same.
    if (index === 0) await law.call(kind.operations.list, { query })
    judgeHidden(law, kind, await law.call(kind.operations.list, { key, query }))
  }
  await records.read(shown.id)
  const seen = await law.call(kind.operations.read, { params: { id: shown.id }, key })
  judgeHidden(law, kind, seen)
  if (isSuccess(seen)) return law.missing(`both stores have a ${kind.one} ${shown.id}`)
  const writes = writesOn(law, 'api', { kind, id: shown.id, input })
  await unchanged(law, {
    views: [wholeView(law, 'api', kind, shown.id)],
    async after() {
      const answers: Exchange[] = []
      for (const { operation, call } of writes) answers.push(await law.call(operation, { ...call, key }))
      for (const answer of answers) judgeUnreachable(law, answer, 'api', `${kind.one} ${shown.id}`)
      return answers
    },
  })
}

/** Queries whose answer would show the record: customers are searched by each text that finds them. */
const listings = (kind: RecordKind, input: object): NonNullable<Call['query']>[] =>
  kind === TEMPLATES ? [{}] : searchTextsOf(input).map((search) => ({ search }))

function judgeHidden(law: Law, { one, many }: RecordKind, exchange: Exchange): void {
  const shown = JSON.stringify([member(exchange, many), member(exchange, one)])
  law.judge(!shown.includes(law.marker), {
    message: belongsTo('api', `the ${one} of the run`),
    expected: `nothing of the ${one}`,
    exchanges: exchange,
  })
}

/** A template_id of another store fares as an id that nobody has. */
export const foreignTemplateId = check('auth.scope-templates', {
  name: "another store's template_id",
  storewide: true,
  touches: EMAILS,
  async run(law: Law) {
    const theirs = await foreignOne(law, (store) => store.templates())
    if (!theirs) law.notExercised('the other store has no template whose id is its own')
    const [invoice] = (await law.store.invoices()).items
    if (!invoice) law.noInvoice()
    const nobodys = await unknownBeside(law, (store) => store.templates(), theirs.id)
    // What its own store has just used is no more than that another one's.
    const used = await documentOfTheirs(law, theirs.id)
    const uses = usesOf(law, invoice.slug).filter(([operation, callWith]) =>
      law.mayCall(operation, callWith(theirs.id)),
    )
    for (const [operation, callWith] of uses) {
      const unknown = await law.call(operation, callWith(nobodys))
      if (used && operation === 'readInvoicePdf') await law.call(operation, used)
      const answer = await law.call(operation, callWith(theirs.id))
      const isAlike = faresAlike(unknown, answer)
      if (!isAlike && (await isTemplateSince(law, [nobodys, theirs.id])))
        return law.missing('a template that was made meanwhile got the id')
      law.judge(isAlike, {
        message: belongsTo('other_store', `template ${theirs.id}`),
        expected: `what an unknown template_id is answered: ${unknown.response.status} ${unknown.response.text.slice(0, 200)}`,
        exchanges: [unknown, answer],
      })
    }
  },
})

/** Whether one of these ids is a template's of the store itself, or was one's for a while. */
const isTemplateSince = async (law: Law, ids: readonly number[]): Promise<boolean> =>
  law.ledger.givesAgain('templates') ||
  ids.some((id) => law.ledger.hasMade('templates', id)) ||
  (await isGivenSince(law, (store) => store.templates(), ids))

/** How the other store asks for a document by its template, where documents may be made; null where it has no invoice. */
async function documentOfTheirs(law: Law, template_id: number): Promise<Call | null> {
  if (!law.permits('createInvoice') || !law.allows('documents')) return null
  const invoices = await law.storeOf('other_store').invoices()
  const slug = invoices.items.find(hasDocument)?.slug
  return slug === undefined ? null : { params: { slug }, query: { template_id }, key: 'other_store' }
}

type Use = readonly [operation: OperationId, callWith: (template_id: number) => Call]

/** The operations that take a template_id, as far as they may be called. */
function usesOf(law: Law, slug: string): Use[] {
  const [order_id] = law.target.order_ids
  const params = { slug }
  const uses: Use[] = [
    ['readInvoicePdf', (template_id) => ({ params, query: { template_id } })],
    ['readInvoicePdf', (template_id) => ({ params, query: { template_id, packing_slip: true } })],
    ['regenerateInvoice', (template_id) => ({ params, query: { template_id } })],
    ['sendInvoiceEmail', (template_id) => ({ params, body: { template_id } })],
    ['createInvoice', (template_id) => ({ body: { order_id, template_id } })],
  ]
  const permitted = law.permitted(uses.map(([operation]) => operation))
  return uses.filter(
    ([operation]) =>
      permitted.includes(operation) &&
      (operation !== 'readInvoicePdf' || law.mayTry('documents', 'documents')) &&
      (operation !== 'createInvoice' || order_id !== undefined),
  )
}

/** A creation may answer 201 first and 200 then. */
const faresAlike = (a: Exchange, b: Exchange) =>
  a.response.status === b.response.status || (isSuccess(a) && isSuccess(b))

/** auth.scope-templates, and of auth.scope-customers what needs no search. */
export const recordScope: readonly Check[] = [...ofAnother, ...ofOurOwn]
