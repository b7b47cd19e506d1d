import fc from 'fast-check'
import { isObject, isSuccess, member } from '../client/exchange.ts'
import { sameValue } from '../checks/same-value.ts'
import { command } from './command.ts'
import { act, demand, type Fields, type Model, type Real } from './model.ts'

/** Settings that only show: they neither send, number nor automate. */
const FIELDS = [
  'business_name',
  'address2',
  'address3',
  'packing_slip_title',
  'credit_note_title',
  'footer_message',
] as const
const values = fc.constantFrom('Nord', 'nord', 'Ünïcode', 'Quote \' and "', '0', '100%', 'Two\nlines')

async function update(fields: Fields, model: Model, real: Real): Promise<void> {
  const exchange = await act(real, 'updateSettings', { body: { settings: fields } })
  if (!isSuccess(exchange)) return
  Object.assign(model.settings, fields)
  judge(member(exchange, 'settings'), model, real)
  judge(member(await act(real, 'readSettings'), 'settings'), model, real)
}

function judge(settings: unknown, model: Model, real: Real): void {
  const differing = Object.entries(model.settings).find(
    ([name, value]) => !isObject(settings) || !sameValue(settings[name], value),
  )
  demand(real, differing === undefined, `settings.${differing?.[0]} ${JSON.stringify(differing?.[1])}`)
}

/** Different settings changed at once: all of them hold afterwards. */
async function updateBeside(parts: readonly Fields[], model: Model, real: Real): Promise<void> {
  const answers = await Promise.all(
    parts.map((settings) => act(real, 'updateSettings', { body: { settings } })),
  )
  for (const [index, part] of parts.entries())
    if (isSuccess(answers[index]!)) Object.assign(model.settings, part)
  judge(member(await act(real, 'readSettings'), 'settings'), model, real)
}

/** The settings that the commands change, as they are now: put back when the run ends. */
export function changedSettings(settings: Fields): Fields {
  return Object.fromEntries(
    FIELDS.map((field) => [field, settings[field]]).filter(([, value]) => typeof value === 'string'),
  )
}

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
