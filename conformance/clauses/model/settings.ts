import fc from 'fast-check'
import { isSuccess, member } from '../../server/client/exchange.ts'
import { judgeSettings } from './audit.ts'
import { command } from './command.ts'
import { act, type Fields, type Model, type Real } from './model.ts'

/** Settings that only show: they neither send, number nor automate. */
const FIELDS = [
  'business_name',
  'address2',
  'address3',
  'packing_slip_title',
  'credit_note_title',
  'footer_message',
] as const
/** Others that only a person changes: no command but that of `email` touches them. */
const WATCHED = [
  ...FIELDS,
  'email',
  'invoice_number_prefix',
  'invoice_title',
  'tax_id',
  'phone_number',
] as const
const values = fc.constantFrom('Nord', 'nord', 'Ünïcode', 'Quote \' and "', '0', '100%', 'Two\nlines')

async function update(fields: Fields, model: Model, real: Real): Promise<void> {
  const exchange = await act(real, 'updateSettings', { body: { settings: fields } })
  if (!isSuccess(exchange)) return
  Object.assign(model.settings, fields)
  judgeSettings(member(exchange, 'settings'), model, real)
}

/** Different settings changed at once: all of them hold afterwards. */
async function updateBeside(parts: readonly Fields[], model: Model, real: Real): Promise<void> {
  const answers = await Promise.all(
    parts.map((settings) => act(real, 'updateSettings', { body: { settings } })),
  )
  for (const [index, part] of parts.entries())
    if (isSuccess(answers[index]!)) Object.assign(model.settings, part)
}

/** The settings that the commands change, as they are now: put back when the run ends. */
export const changedSettings = (settings: Fields, allowsEmail: boolean): Fields =>
  texts(settings, allowsEmail ? [...FIELDS, 'email'] : FIELDS)

/** The settings that every command leaves as they are, but those that it sends. */
export const watchedSettings = (settings: Fields): Fields => texts(settings, WATCHED)

const texts = (settings: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.map((name) => [name, settings[name]]).filter(([, value]) => typeof value === 'string'),
  )

/** Who the store writes as: changed only where settings that send may be, and where it can be put back. */
export const emailCommands = [
  fc.constantFrom('nord@example.com', 'sued@example.com').map((email) =>
    command({
      name: `updateSettings(${JSON.stringify({ email })}) after updateCustomer(#0)`,
      possible: ({ settings }) => typeof settings['email'] === 'string' && settings['email'] !== '',
      async run(model, real) {
        const [customer] = model.customers
        if (customer) {
          const [id, fields] = customer
          await act(real, 'updateCustomer', { params: { id }, body: { customer: fields } })
        }
        await update({ email }, model, real)
      },
    }),
  ),
]

export const settingsCommands = [
  fc.dictionary(fc.constantFrom(...FIELDS), values, { maxKeys: 3 }).map((fields) =>
    command({
      name: `updateSettings(${JSON.stringify(fields)})`,
      run: (model, real) => update(fields, model, real),
    }),
  ),
  fc.tuple(values, values).map(([a, b]) =>
    command({
      name: `updateSettings(address2 and footer_message at once)`,
      run: (model, real) => updateBeside([{ address2: a }, { footer_message: b }], model, real),
    }),
  ),
]
