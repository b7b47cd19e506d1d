import fc from 'fast-check'
import type { Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import type { Fields } from '../records/record-kind.ts'
import {
  change,
  judgeSettings,
  puttingBack,
  readSettings,
  remember,
  settingsIn,
  updateSettings,
} from './change.ts'
import { changeable, unusual, type Setting } from './fields.ts'

const CLAUSE = 'settings.partial-update'

/**
 * Each setting by itself, to two other values; a delicate one is put back before the next. The others stand at
 * values that no server has by default: one that is reset shows.
 */
const eachByItself: Check = {
  name: 'each setting updated by itself',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const first = await readSettings(trial, CLAUSE)
      let now = (await change(trial, CLAUSE, first, unusual(trial, first.shown), true)) ?? first
      const own = now.shown
      for (const setting of changeable(trial, CLAUSE, first.shown)) {
        for (const value of turns(setting, own[setting.name])) {
          const open = setting.open || isOddAddress(value)
          now = (await change(trial, CLAUSE, now, { [setting.name]: value }, open)) ?? now
        }
      }
    }),
}

/** An address that a server which checks formats may refuse (question settings.formats). */
const isOddAddress = (value: unknown) => typeof value === 'string' && /^[^@\s]*'[^@\s]*@/.test(value)

/** Two other values of a setting, and its own again where that must not wait. */
function turns({ values, delicate, name }: Setting, own: unknown): unknown[] {
  const others = values.filter((value) => value !== own).slice(0, name.endsWith('_status') ? 3 : 2)
  return delicate ? [...others, own] : others
}

/** Some settings at once: they are changed, all others stay. */
const someAtOnce: Check = {
  name: 'some settings updated together',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const { shown } = await readSettings(trial, CLAUSE)
      const settings = changeable(trial, CLAUSE, shown).filter(({ delicate, open }) => !delicate && !open)
      if (settings.length < 2) trial.notExercised('the settings show no two values that could be sent again')
      await trial.property(
        patchArbitrary(settings),
        async (patch) => {
          await change(trial, CLAUSE, await readSettings(trial, CLAUSE), patch)
        },
        { examples: alikes(settings), runs: 4 + Math.ceil(trial.session.runs / 4) },
      )
    }),
}

const patchArbitrary = (settings: readonly Setting[]): fc.Arbitrary<Fields> =>
  fc
    .record(Object.fromEntries(settings.map(({ name, values }) => [name, fc.constantFrom(...values)])), {
      requiredKeys: [],
    })
    .filter((patch) => Object.keys(patch).length > 1)

const all = (names: readonly string[], text: string): Fields =>
  Object.fromEntries(names.map((name) => [name, text]))

/** The same text in many settings, then another in some of them: a mix-up of two would show. */
function alikes(settings: readonly Setting[]): Fields[] {
  const texts = settings.filter(({ values }) => typeof values[0] === 'string').map(({ name }) => name)
  const odd = texts.filter((_, index) => index % 2 === 1)
  return [all(texts, 'One'), all(odd, 'Two'), all(texts, ''), all(odd, '0')]
}

const AT_ONCE = ['business_name', 'address1', 'invoice_title', 'footer_message', 'default_due_days', 'tax_id']

/** Simultaneous updates of different settings are all saved. */
const simultaneous: Check = {
  name: 'settings updated at the same time',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      for (const round of [1, 2, 3]) await judgeSimultaneous(trial, round)
    }),
}

async function judgeSimultaneous(trial: Trial, round: number): Promise<void> {
  const before = await readSettings(trial, CLAUSE)
  const names = changeable(trial, CLAUSE, before.shown).map(({ name }) => name)
  const patches = AT_ONCE.filter((name) => names.includes(name)).map((name) => ({
    [name]: name === 'default_due_days' ? 20 + round : `At once ${round}`,
  }))
  const patch: Fields = Object.assign({}, ...patches)
  remember(trial, before.shown, Object.keys(patch))
  const exchanges = await Promise.all(patches.map((one) => updateSettings(trial, one)))
  for (const exchange of exchanges) settingsIn(trial, CLAUSE, exchange)
  const after = await readSettings(trial, CLAUSE)
  judgeSettings(trial, CLAUSE, { ...before.shown, ...patch }, after, patch, [before.exchange, ...exchanges])
}

/** next_invoice_number, to a higher one and back at once: that is left be when an invoice was made in between. */
const nextNumber: Check = {
  name: 'next_invoice_number updated',
  clauses: [CLAUSE],
  async run(trial) {
    const before = await readSettings(trial, CLAUSE)
    const own = before.shown['next_invoice_number']
    if (!trial.session.target.allow.has('settings')) {
      trial.session.record.of(CLAUSE).left_out.add('next_invoice_number (needs --allow settings)')
    } else if (typeof own === 'string' && /^\d{1,15}$/.test(own)) {
      await judgeNextNumber(trial, before.shown, String(Number(own) + 1).padStart(own.length, '0'))
    }
  },
}

async function judgeNextNumber(trial: Trial, before: Fields, next_invoice_number: string): Promise<void> {
  const patch = { next_invoice_number }
  const exchange = await updateSettings(trial, patch)
  if (trial.session.kinds.is('unprocessable', exchange)) return
  const after = await readSettings(trial, CLAUSE)
  const own = before['next_invoice_number']
  if (after.shown['next_invoice_number'] === next_invoice_number) {
    const back = await updateSettings(trial, { next_invoice_number: own })
    if (!isSuccess(back)) trial.session.ledger.left_behind.push(`next_invoice_number ${next_invoice_number}`)
  }
  for (const sight of [settingsIn(trial, CLAUSE, exchange), after])
    judgeSettings(trial, CLAUSE, { ...before, ...patch }, sight, patch, [exchange])
}

/** A boolean that harms nobody when it is on for a moment. */
const FLAG = 'customer_locale_invoice'

/** A boolean that is on stays on when another setting is updated. */
const besideFlag: Check = {
  name: 'a setting updated beside one that is on',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const before = await readSettings(trial, CLAUSE)
      const names = changeable(trial, CLAUSE, before.shown).map(({ name }) => name)
      if (!names.includes(FLAG) || !names.includes('footer_message')) return
      const on = await change(trial, CLAUSE, before, { [FLAG]: true })
      await change(trial, CLAUSE, on!, { footer_message: `Beside ${trial.session.marker}` })
    }),
}

export const partialUpdates: readonly Check[] = [
  eachByItself,
  someAtOnce,
  simultaneous,
  nextNumber,
  besideFlag,
]
