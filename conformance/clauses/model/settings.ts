import fc from 'fast-check'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'
import { judgeSettings } from './audit.ts'
import { command } from './command.ts'
import type { Play } from './model.ts'

/** Settings that only show: they neither send, number nor automate. */
const TITLES = ['packing_slip_title', 'credit_note_title'] as const
const FIELDS = ['business_name', 'address2', 'address3', 'footer_message', ...TITLES] as const
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

async function update(settings: Fields, play: Play): Promise<void> {
  const exchange = await play.act('updateSettings', { body: { settings } })
  if (!isSuccess(exchange)) return
  Object.assign(play.model.settings, settings)
  judgeSettings(exchange, play)
}

/** Different settings changed at once: all of them hold afterwards. */
async function updateBeside(parts: readonly Fields[], play: Play): Promise<void> {
  const updates = parts.map(async (settings) => {
    const answer = await play.act('updateSettings', { body: { settings } })
    return isSuccess(answer) ? settings : {}
  })
  Object.assign(play.model.settings, ...(await Promise.all(updates)))
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
      async run(play) {
        const [first] = play.model.customers
        if (first)
          await play.act('updateCustomer', { params: { id: first[0] }, body: { customer: first[1] } })
        await update({ email }, play)
      },
    }),
  ),
]

export const settingsCommands = [
  fc.dictionary(fc.constantFrom(...FIELDS), values, { maxKeys: 3 }).map((fields) =>
    command({
      name: `updateSettings(${JSON.stringify(fields)})`,
      run: (play) => update(fields, play),
    }),
  ),
  fc.tuple(values, values).map(([address2, footer_message]) =>
    command({
      name: `updateSettings(address2 and footer_message at once)`,
      run: (play) => updateBeside([{ address2 }, { footer_message }], play),
    }),
  ),
]
