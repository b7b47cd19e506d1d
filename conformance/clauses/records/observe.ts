import { observation } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { bodyBy } from '../../server/learn/bodies.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { leftOut } from './left-out.ts'
import { observeOmitted } from './observe-omitted.ts'
import { observing, type Creation, type OwnRecord, type RecordCalls } from './record-calls.ts'
import { CUSTOMERS, TEMPLATES, type Fields } from './record-kind.ts'

/** What is open of writing templates. */
export const templateObservations = observation(
  ['templates.required', 'patch.omitted', 'input.logo_null', 'errors.structure'],
  {
    name: 'what is open of writing templates',
    needs: ['writes'],
    run: observing(TEMPLATES, async (calls) => {
      const { observer } = calls
      await leftOut(calls)
      const { input, shown } = await calls.makeOne()
      const without = await calls.update(shown.id, { ...input, logo_url: null })
      observer.observe('input.logo_null', isSuccess(without) ? 'accepted' : 'unprocessable', without)
      const wrong = await calls.update(shown.id, { ...input, template_type: 'no_such_type' })
      const structure = structureOf(member(wrong, 'errors'))
      if (structure !== null) observer.observe('errors.structure', structure, wrong)
      else observer.unobserved('errors.structure', `errors is ${shortly(member(wrong, 'errors'))}`)
      await observeOmitted(calls)
    }),
  },
)

const shortly = (value: unknown): string => JSON.stringify(value)?.slice(0, 200) ?? 'left out'

/** How the errors of one wrong field of a template are told; null when in no way that the question names. */
export function structureOf(errors: unknown): AnswerTo<'errors.structure'> | null {
  if (!isObject(errors)) return null
  if ('base' in errors) return 'base'
  if (isObject(errors['template'])) return 'nested'
  const [, told] = Object.entries(errors).find(([field]) => field.endsWith('template_type')) ?? []
  if (Array.isArray(told)) return 'arrays'
  return typeof told === 'string' ? 'messages' : null
}

/** What is open of writing customers. */
export const customerObservations = observation(
  [
    'customers.required',
    'patch.omitted',
    'status.created',
    'status.deleted',
    'body.deleted',
    'customers.addresses_on_write',
    'customers.unique_email',
    'input.unknown_fields',
    'input.strings',
    'errors.malformed_json',
    'input.content_type',
  ],
  {
    name: 'what is open of writing customers',
    needs: ['writes'],
    run: observing(CUSTOMERS, async (calls) => {
      await leftOut(calls)
      const customer = await calls.makeOne()
      await observeCustomer(calls, customer)
      await observeStrings(calls)
      if (calls.observer.allows('hostile-input')) await observeBodies(calls)
      observeDeletion(calls, await calls.delete(customer.shown.id))
      await observeOmitted(calls)
    }),
  },
)

async function observeCustomer(calls: RecordCalls, { input, shown, exchange }: OwnRecord): Promise<void> {
  const { observer } = calls
  observer.observe('status.created', exchange.response.status, exchange)
  observer.observe('customers.addresses_on_write', 'addresses' in shown, exchange)
  const twin = await made(calls, { ...(await calls.input()), email: input['email'] })
  observer.observe('customers.unique_email', twin.shown === null, twin.exchange)
  const more = await made(calls, { ...(await calls.input()), no_such_field: 'x' })
  observer.observe('input.unknown_fields', more.shown ? 'ignored' : 'unprocessable', more.exchange)
}

/** A customer for as long as it takes to see how it was answered. */
const made = (calls: RecordCalls, input: Fields): Promise<Creation> =>
  calls.tidying(() => calls.create(input))

async function observeStrings(calls: RecordCalls): Promise<void> {
  const { observer } = calls
  const input = await calls.input()
  const email = `Mixed.${observer.marker}@Example.com`
  const spaced = await made(calls, { ...input, email, first_name: '  Spaced  ' })
  const unlike = await made(calls, { ...input, email: 'no address' })
  if (!spaced.shown) return
  const value = {
    trimmed: spaced.shown['first_name'] === 'Spaced',
    emails_lower_cased: spaced.shown['email'] === email.toLowerCase(),
    formats_checked: unlike.shown === null,
  }
  observer.observe('input.strings', value, spaced.exchange, unlike.exchange)
}

async function observeBodies(calls: RecordCalls): Promise<void> {
  const { observer } = calls
  const malformed = await observer.call('createCustomer', { raw_body: '{"customer": ' })
  const { status } = malformed.response
  const own =
    status === 400 &&
    (status !== observer.session.kinds.learned('unprocessable')?.status ||
      !isObject(member(malformed, 'errors')))
  observer.observe('errors.malformed_json', own ? 'bad_request' : 'unprocessable', malformed)
  const plain = await calls.post({
    raw_body: JSON.stringify({ customer: await calls.input() }),
    headers: { 'content-type': 'text/plain' },
  })
  observer.observe('input.content_type', isSuccess(plain) ? 'accepted_when_it_parses' : 'refused', plain)
}

function observeDeletion({ observer }: RecordCalls, exchange: Exchange): void {
  if (!isSuccess(exchange)) return
  observer.observe('status.deleted', exchange.response.status, exchange)
  observer.observe('body.deleted', bodyBy('body.deleted', exchange), exchange)
}
