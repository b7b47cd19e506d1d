import type { OperationId } from '../../../schemas/operations.ts'
import type { CustomerInput, TemplateInput } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { created, createTemplate, customerInput, templateInput } from '../../server/activity/own-records.ts'
import { drawOf, isDrawn } from '../drawn.ts'
import { changing, remember } from '../settings/change.ts'
import { settingsIn } from '../views.ts'
import { at, type OddCall } from './odd-requests.ts'
import { sendAll } from './send-all.ts'

const NULL_CHARACTER = 'a\u0000b'

/** Texts inside of bodies: unpaired surrogates and control characters, and more than a column holds. */
const ODD_BODY_TEXTS: readonly string[] = [
  [
    NULL_CHARACTER,
    '\u0001\u001b[31m\u007f',
    '\ud800',
    '\udfff x',
    '\u202e\u2066\ufffe',
    '\u{1f9fe}'.repeat(70),
  ],
  ["'; DROP TABLE customers; --", '{{7*7}} ${7*7} <%= 7*7 %>', 'x'.repeat(256), 'é'.repeat(1_000)],
  'x'.repeat(70_000),
].flat()

/** Texts that are printed, and do nothing else. */
const PRINTED = ['footer_message', 'business_name'] as const

/** Records of our own, and what is printed of the settings, with texts that are hard to store. */
const texts = check(['http.no-server-error', 'http.json'], {
  name: 'odd texts in bodies',
  permissions: ['hostile-input', 'settings'],
  touches: { customers: 'changes', templates: 'changes', settings: 'changes' },
  needs: ['writes'],
  storewide: true,
  run: changing(async (law: Law) => {
    const shown = settingsIn(await law.call('readSettings'))
    const printed = PRINTED.filter((name) => typeof shown[name] === 'string')
    remember(law, shown, printed)
    const own = await ownRecords(law)
    const draw = drawOf(law, 'odd texts', 2)
    for (const [turn, text] of ODD_BODY_TEXTS.entries()) {
      const calls = [...(await oddRecords(law, text, own)), ...oddSettings(text, printed)]
      // The first has what breaks most, and is sent everywhere.
      await sendAll(
        law,
        calls.filter((_, place) => turn === 0 || isDrawn(draw, turn, place)),
      )
    }
    await sendAll(law, await inEachField(law, own))
  }),
})

/** Whole numbers for which columns have no room. No setting gets them: what cannot read them afterwards could not be put right. */
const HUGE = [2 ** 31, 2 ** 63]

/** Formats and units are the server's: it may refuse any. */
const ODD_TEMPLATES: readonly Partial<TemplateInput>[] = [
  ...(['accent_color', 'font_family', 'date_format', 'invoice_number_prefix', 'logo_url'] as const).map(
    (field) => ({ [field]: NULL_CHARACTER }),
  ),
  ...HUGE.flatMap((size) => [{ font_size: size }, { logo_width: size }]),
]
const ODD_CUSTOMERS: readonly Partial<CustomerInput>[] = (
  ['last_name', 'phone', 'tax_number', 'eori_number'] as const
).map((field) => ({ [field]: NULL_CHARACTER }))

/** One odd value by itself, in each field that no other body has one in: what refuses a field may never meet the next. */
async function inEachField({ session }: Law, { template, customer }: OwnIds): Promise<OddCall[]> {
  const templates = await Promise.all(ODD_TEMPLATES.map((odd) => templateInput(session, odd)))
  const customers = ODD_CUSTOMERS.map((odd) => customerInput(session, odd))
  return [
    ...updates(
      'updateTemplate',
      template,
      templates.map((one) => ({ template: one })),
    ),
    ...updates(
      'updateCustomer',
      customer,
      customers.map((one) => ({ customer: one })),
    ),
  ]
}

const updates = (operation: OperationId, id: number | undefined, bodies: readonly object[]): OddCall[] =>
  id === undefined ? [] : bodies.flatMap((body) => at([operation], { params: { id }, body }))

interface OwnIds {
  template: number | undefined
  customer: number | undefined
}

/** One of each kind, to be updated. */
async function ownRecords(law: Law): Promise<OwnIds> {
  const { record } = await createTemplate(law.session)
  const body = { customer: customerInput(law.session) }
  const answer = await law.call('createCustomer', { body })
  const customer = created<{ id: number }>(law.session, 'customers', answer, 'customer')
  return { template: record?.id, customer: customer?.id }
}

async function oddRecords(law: Law, text: string, own: OwnIds): Promise<OddCall[]> {
  const template = await templateInput(law.session, { name: text })
  const customer = customerInput(law.session, { first_name: text, tags: text })
  return [
    ...at(['createTemplate'], { body: { template } }),
    ...at(['createCustomer'], { body: { customer } }),
    ...at(['createCustomer'], { body: { customer: { ...customer, email: text } } }),
    ...updates('updateTemplate', own.template, [{ template }]),
    ...updates('updateCustomer', own.customer, [{ customer }]),
  ]
}

const oddSettings = (value: unknown, names: readonly string[]): OddCall[] =>
  names.flatMap((name) => at(['updateSettings'], { body: { settings: { [name]: value } } }))

export const oddTexts: readonly Check[] = [texts]
