import { check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { AnswerTo, ObservableKey } from '../../server/learn/answers.ts'
import { create, drop, foreignIds, shownBy, update, withOwn, type OwnRecord } from './own.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type Shown } from './record-kind.ts'

/** What is open of writing records: nothing here is judged, but by what watches every answer. */
export const recordObservations = check(['templates.update', 'customers.create'], {
  name: 'what is open of writing templates and customers',
  async run(law) {
    await withOwn(law, TEMPLATES, 1, ([template]) => observeTemplate(law, template!))
    await withOwn(law, CUSTOMERS, 1, async ([customer]) => {
      await observeCustomer(law, customer!)
      await observeNearTypes(law, customer!)
    })
    await observeStrings(law)
    await observeBodies(law)
  },
})

const see = <Key extends ObservableKey>(
  { session }: Law,
  key: Key,
  value: AnswerTo<Key>,
  ...evidence: Exchange[]
) => session.observations.observe(key, value, ...evidence)

async function observeTemplate(law: Law, { input, shown: { id } }: OwnRecord): Promise<void> {
  const withoutLogo = await update(law, TEMPLATES, id, { ...input, logo_url: null })
  see(law, 'input.logo_null', isSuccess(withoutLogo) ? 'accepted' : 'unprocessable', withoutLogo)
  const wrong = await update(law, TEMPLATES, id, { ...input, template_type: 'no_such_type' })
  const structure = structureOf(member(wrong, 'errors'))
  if (structure !== null) see(law, 'errors.structure', structure, wrong)
}

/** How the errors of one wrong field of a template are told; null when in no way that the question names. */
function structureOf(errors: unknown): AnswerTo<'errors.structure'> | null {
  if (!isObject(errors)) return null
  if ('base' in errors) return 'base'
  if (isObject(errors['template'])) return 'nested'
  const [told] =
    Object.entries(errors)
      .find(([field]) => field.endsWith('template_type'))
      ?.slice(1) ?? []
  if (Array.isArray(told)) return 'arrays'
  return typeof told === 'string' ? 'messages' : null
}

async function observeCustomer(law: Law, { input, shown, exchange }: OwnRecord): Promise<void> {
  see(law, 'customers.addresses_on_write', 'addresses' in shown, exchange)
  const twin = await made(law, { ...(await CUSTOMERS.input(law.session)), email: input['email'] })
  see(law, 'customers.unique_email', twin.shown === null, twin.exchange)
}

/** null tells kept from empty only where the field had a value and omitted fields are kept. */
async function observeNearTypes(law: Law, { input, shown: { id } }: OwnRecord): Promise<void> {
  const near = await update(law, CUSTOMERS, id, { ...input, phone: 4930 })
  const none = await update(law, CUSTOMERS, id, { ...input, tags: null })
  const omitted = law.observed('patch.omitted')
  const taken = isSuccess(none)
    ? takenAs(shownBy(CUSTOMERS, none)?.['tags'], input['tags'], omitted)
    : 'unprocessable'
  if (taken === null) return
  see(
    law,
    'input.coercion',
    { near_types: isSuccess(near) ? 'coerced' : 'unprocessable', null: taken },
    near,
    none,
  )
}

function takenAs(shown: unknown, before: unknown, omitted: unknown): 'empty' | 'omitted' | null {
  if (shown === before) return 'omitted'
  return omitted === 'kept' ? 'empty' : null
}

async function observeStrings(law: Law): Promise<void> {
  const input = await CUSTOMERS.input(law.session)
  const email = `Mixed.${law.marker}@Example.com`
  const spaced = await made(law, { ...input, email, first_name: '  Spaced  ' })
  const unlike = await made(law, { ...input, email: 'no address' })
  if (!spaced.shown) return
  const value = {
    trimmed: spaced.shown['first_name'] === 'Spaced',
    emails_lower_cased: spaced.shown['email'] === email.toLowerCase(),
    formats_checked: unlike.shown === null,
  }
  see(law, 'input.strings', value, spaced.exchange, unlike.exchange)
}

/** A customer for as long as it takes to see how it was answered. */
async function made(law: Law, input: Fields): Promise<{ shown: Shown | null; exchange: Exchange }> {
  const one = await create(law, CUSTOMERS, input)
  await drop(law, CUSTOMERS, [one])
  return one
}

async function observeBodies(law: Law): Promise<void> {
  const malformed = await law.call('createCustomer', { raw_body: '{"customer": ' })
  const { status } = malformed.response
  const own =
    status === 400 &&
    (status !== law.session.kinds.learned('unprocessable')?.status || !isObject(member(malformed, 'errors')))
  see(law, 'errors.malformed_json', own ? 'bad_request' : 'unprocessable', malformed)
  const plain = await law.call('createCustomer', {
    raw_body: JSON.stringify({ customer: await CUSTOMERS.input(law.session) }),
    headers: { 'content-type': 'text/plain' },
  })
  const shown = shownBy(CUSTOMERS, plain)
  if (shown && !(await foreignIds(law.session, CUSTOMERS)).has(shown.id)) {
    law.ledger.created('customers', shown.id)
    await drop(law, CUSTOMERS, [{ shown }])
  }
  see(law, 'input.content_type', isSuccess(plain) ? 'accepted_when_it_parses' : 'refused', plain)
}
