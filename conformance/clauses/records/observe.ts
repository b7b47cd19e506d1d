import type { Check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import type { AnswerTo, ObservableKey } from '../../server/learn/answers.ts'
import { create, drop, foreignIds, shownBy, update, withOwn, type OwnRecord } from './own.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type Shown } from './record-kind.ts'

/** What is open of writing records: nothing here is judged, but by what watches every answer. */
export const recordObservations: Check = {
  name: 'what is open of writing templates and customers',
  clauses: ['templates.update', 'customers.create'],
  async run(trial) {
    await withOwn(trial, TEMPLATES, 1, ([template]) => observeTemplate(trial, template!))
    await withOwn(trial, CUSTOMERS, 1, async ([customer]) => {
      await observeCustomer(trial, customer!)
      await observeNearTypes(trial, customer!)
    })
    await observeStrings(trial)
    await observeBodies(trial)
  },
}

const see = <Key extends ObservableKey>(
  { session }: Trial,
  key: Key,
  value: AnswerTo<Key>,
  ...evidence: Exchange[]
) => session.observations.observe(key, value, ...evidence)

async function observeTemplate(trial: Trial, { input, shown: { id } }: OwnRecord): Promise<void> {
  const withoutLogo = await update(trial, TEMPLATES, id, { ...input, logo_url: null })
  see(trial, 'input.logo_null', isSuccess(withoutLogo) ? 'accepted' : 'unprocessable', withoutLogo)
  const wrong = await update(trial, TEMPLATES, id, { ...input, template_type: 'no_such_type' })
  const structure = structureOf(member(wrong, 'errors'))
  if (structure !== null) see(trial, 'errors.structure', structure, wrong)
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

async function observeCustomer(trial: Trial, { input, shown, exchange }: OwnRecord): Promise<void> {
  see(trial, 'customers.addresses_on_write', 'addresses' in shown, exchange)
  const twin = await made(trial, { ...(await CUSTOMERS.input(trial.session)), email: input['email'] })
  see(trial, 'customers.unique_email', twin.shown === null, twin.exchange)
}

/** null tells kept from empty only where the field had a value and omitted fields are kept. */
async function observeNearTypes(trial: Trial, { input, shown: { id } }: OwnRecord): Promise<void> {
  const near = await update(trial, CUSTOMERS, id, { ...input, phone: 4930 })
  const none = await update(trial, CUSTOMERS, id, { ...input, tags: null })
  const omitted = trial.session.observations.value('patch.omitted')
  const taken = isSuccess(none)
    ? takenAs(shownBy(CUSTOMERS, none)?.['tags'], input['tags'], omitted)
    : 'unprocessable'
  if (taken === null) return
  see(
    trial,
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

async function observeStrings(trial: Trial): Promise<void> {
  const input = await CUSTOMERS.input(trial.session)
  const email = `Mixed.${trial.session.marker}@Example.com`
  const spaced = await made(trial, { ...input, email, first_name: '  Spaced  ' })
  const unlike = await made(trial, { ...input, email: 'no address' })
  if (!spaced.shown) return
  const value = {
    trimmed: spaced.shown['first_name'] === 'Spaced',
    emails_lower_cased: spaced.shown['email'] === email.toLowerCase(),
    formats_checked: unlike.shown === null,
  }
  see(trial, 'input.strings', value, spaced.exchange, unlike.exchange)
}

/** A customer for as long as it takes to see how it was answered. */
async function made(trial: Trial, input: Fields): Promise<{ shown: Shown | null; exchange: Exchange }> {
  const one = await create(trial, CUSTOMERS, input)
  await drop(trial, CUSTOMERS, [one])
  return one
}

async function observeBodies(trial: Trial): Promise<void> {
  const malformed = await trial.call('createCustomer', { raw_body: '{"customer": ' })
  const { status } = malformed.response
  const own =
    status === 400 &&
    (status !== trial.session.kinds.learned('unprocessable')?.status ||
      !isObject(member(malformed, 'errors')))
  see(trial, 'errors.malformed_json', own ? 'bad_request' : 'unprocessable', malformed)
  const plain = await trial.call('createCustomer', {
    raw_body: JSON.stringify({ customer: await CUSTOMERS.input(trial.session) }),
    headers: { 'content-type': 'text/plain' },
  })
  const shown = shownBy(CUSTOMERS, plain)
  if (shown && !(await foreignIds(trial.session, CUSTOMERS)).has(shown.id)) {
    trial.session.ledger.created('customers', shown.id)
    await drop(trial, CUSTOMERS, [{ shown }])
  }
  see(trial, 'input.content_type', isSuccess(plain) ? 'accepted_when_it_parses' : 'refused', plain)
}
