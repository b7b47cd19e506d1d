import { check } from '../../judge/check.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { CUSTOMERS, shownBy, TEMPLATES, type Fields } from './record-kind.ts'
import { judging, type Creation, type OwnRecord, type Records } from './records.ts'

/** What is open of writing templates. */
export const templateObservations = check('templates.update', {
  name: 'what is open of writing templates',
  run: judging(TEMPLATES, async (records) => {
    const { law } = records
    const { input, shown } = await records.makeOne()
    const without = await records.update(shown.id, { ...input, logo_url: null })
    law.observe('input.logo_null', isSuccess(without) ? 'accepted' : 'unprocessable', without)
    const wrong = await records.update(shown.id, { ...input, template_type: 'no_such_type' })
    const structure = structureOf(member(wrong, 'errors'))
    if (structure !== null) law.observe('errors.structure', structure, wrong)
  }),
})

/** How the errors of one wrong field of a template are told; null when in no way that the question names. */
function structureOf(errors: unknown): AnswerTo<'errors.structure'> | null {
  if (!isObject(errors)) return null
  if ('base' in errors) return 'base'
  if (isObject(errors['template'])) return 'nested'
  const [, told] = Object.entries(errors).find(([field]) => field.endsWith('template_type')) ?? []
  if (Array.isArray(told)) return 'arrays'
  return typeof told === 'string' ? 'messages' : null
}

/** What is open of writing customers. */
export const customerObservations = check('customers.create', {
  name: 'what is open of writing customers',
  run: judging(CUSTOMERS, async (records) => {
    const customer = await records.makeOne()
    await observeCustomer(records, customer)
    await observeNearTypes(records, customer)
    await observeStrings(records)
    await observeBodies(records)
  }),
})

async function observeCustomer(records: Records, { input, shown, exchange }: OwnRecord): Promise<void> {
  const { law } = records
  law.observe('customers.addresses_on_write', 'addresses' in shown, exchange)
  const twin = await made(records, { ...(await records.input()), email: input['email'] })
  law.observe('customers.unique_email', twin.shown === null, twin.exchange)
}

/** A customer for as long as it takes to see how it was answered. */
const made = (records: Records, input: Fields): Promise<Creation> =>
  records.tidying(() => records.create(input))

/** null tells kept from empty only where the field had a value and omitted fields are kept. */
async function observeNearTypes(records: Records, { input, shown: { id } }: OwnRecord): Promise<void> {
  const { law, kind } = records
  const near = await records.update(id, { ...input, phone: 4930 })
  const none = await records.update(id, { ...input, tags: null })
  const omitted = law.observed('patch.omitted')
  const taken = isSuccess(none)
    ? takenAs(shownBy(kind, none)?.['tags'], input['tags'], omitted)
    : 'unprocessable'
  if (taken === null) return
  const near_types = isSuccess(near) ? 'coerced' : 'unprocessable'
  law.observe('input.coercion', { near_types, null: taken }, near, none)
}

function takenAs(shown: unknown, before: unknown, omitted: unknown): 'empty' | 'omitted' | null {
  if (shown === before) return 'omitted'
  return omitted === 'kept' ? 'empty' : null
}

async function observeStrings(records: Records): Promise<void> {
  const { law } = records
  const input = await records.input()
  const email = `Mixed.${law.marker}@Example.com`
  const spaced = await made(records, { ...input, email, first_name: '  Spaced  ' })
  const unlike = await made(records, { ...input, email: 'no address' })
  if (!spaced.shown) return
  const value = {
    trimmed: spaced.shown['first_name'] === 'Spaced',
    emails_lower_cased: spaced.shown['email'] === email.toLowerCase(),
    formats_checked: unlike.shown === null,
  }
  law.observe('input.strings', value, spaced.exchange, unlike.exchange)
}

async function observeBodies(records: Records): Promise<void> {
  const { law } = records
  const malformed = await law.call('createCustomer', { raw_body: '{"customer": ' })
  const { status } = malformed.response
  const own =
    status === 400 &&
    (status !== law.session.kinds.learned('unprocessable')?.status || !isObject(member(malformed, 'errors')))
  law.observe('errors.malformed_json', own ? 'bad_request' : 'unprocessable', malformed)
  const plain = await records.post({
    raw_body: JSON.stringify({ customer: await records.input() }),
    headers: { 'content-type': 'text/plain' },
  })
  law.observe('input.content_type', isSuccess(plain) ? 'accepted_when_it_parses' : 'refused', plain)
}
