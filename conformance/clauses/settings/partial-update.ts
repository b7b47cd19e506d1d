import fc from 'fast-check'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { judgeOnCondition } from '../on-condition.ts'
import type { Fields } from '../records/record-kind.ts'
import {
  change,
  changeUnread,
  changing,
  judgeSettings,
  readSettings,
  remember,
  settingsIn,
  updateSettings,
} from './change.ts'
import { eachByItself, others } from './each-by-itself.ts'
import { changeable, mayChange, type Setting } from './fields.ts'
import { movedBy } from './next-number.ts'

/** Some settings at once: they are changed, all others stay. */
export const someAtOnce = check('settings.partial-update', {
  name: 'some settings updated together',
  permissions: ['settings'],
  run: changing(async (law) => {
    const { shown } = await readSettings(law)
    const settings = changeable(law, shown).filter(({ delicate, open }) => !delicate && !open)
    if (settings.length < 2) law.notExercised('the settings show no two values that could be sent again')
    await law.property(
      patchArbitrary(settings),
      async (patch) => void (await change(law, await readSettings(law), patch)),
      { examples: alikes(settings), runs: 4 + Math.ceil(law.runs / 4) },
    )
  }),
})

const patchArbitrary = (settings: readonly Setting[]): fc.Arbitrary<Fields> =>
  fc
    .record(Object.fromEntries(settings.map(({ name, values }) => [name, fc.constantFrom(...values)])), {
      requiredKeys: [],
    })
    .filter((patch) => Object.keys(patch).length > 1)

const all = (names: readonly string[], text: string): Fields =>
  Object.fromEntries(names.map((name) => [name, text]))

/** The same text in many settings, also in other letter case, then another in some of them: a mix-up of two would show. */
function alikes(settings: readonly Setting[]): Fields[] {
  const texts = settings.filter(({ values }) => typeof values[0] === 'string').map(({ name }) => name)
  const odd = texts.filter((_, index) => index % 2 === 1)
  return [all(texts, 'One'), all(texts, 'ONE'), all(odd, 'Two'), all(texts, ''), all(odd, '0')]
}

/** Simultaneous updates of different settings are all saved. */
const simultaneous = check('settings.partial-update', {
  name: 'settings updated at the same time',
  run: changing(async (law) => {
    for (const round of [1, 2]) await judgeSimultaneous(law, round)
    await judgeBesideReads(law)
  }),
})

const READS = 4

/** What is read while an update is under way may be old, and must not be kept as what is so. An update before has nothing kept. */
async function judgeBesideReads(law: Law): Promise<void> {
  const before = await readSettings(law)
  if (typeof before.shown['footer_message'] !== 'string' || !mayChange(law, 'footer_message')) return
  remember(law, before.shown, ['footer_message'])
  const patch = { footer_message: `Beside readings ${law.marker}` }
  await updateSettings(law, { footer_message: `Before readings ${law.marker}` })
  const reads = Array.from({ length: READS }, () => law.call('readSettings'))
  const [update] = await Promise.all([updateSettings(law, patch), ...reads])
  const updated = law.success(update)
  await judgeSettings(law, { ...before.shown, ...patch }, await readSettings(law), [updated], patch)
  await judgeOnCondition(law, before.exchange, updated, footerIn)
}

function footerIn(exchange: Exchange): unknown {
  const settings = member(exchange, 'settings')
  return isObject(settings) ? settings['footer_message'] : undefined
}

/** So many at once, each of several settings; the one that comes last in one round comes first in the next. */
const AT_ONCE = 6

async function judgeSimultaneous(law: Law, round: number): Promise<void> {
  const before = await readSettings(law)
  const patches = patchesOf(changeable(law, before.shown), before.shown)
  if (round % 2 === 0) patches.reverse()
  remember(law, before.shown, patches.flatMap(Object.keys))
  const exchanges = await Promise.all(patches.map((patch) => updateSettings(law, patch)))
  // Which values it takes of some settings is open.
  const taken = patches.filter(
    (_, index) => !exchanges.slice(index, index + 1).some((one) => law.is('unprocessable', one)),
  )
  const patch = Object.fromEntries(taken.flatMap(Object.entries))
  const after = await readSettings(law)
  await judgeSettings(law, { ...before.shown, ...patch }, after, [before.exchange, ...exchanges], patch)
}

/** Each setting with another value than it has, in so many patches. */
function patchesOf(settings: readonly Setting[], shown: Fields): Fields[] {
  const changes = settings.map(({ name, values }): Fields => {
    const now = others(values, shown[name])
    return { [name]: now.find((value) => value !== '') ?? now[0] }
  })
  return Array.from({ length: AT_ONCE }, (_, at): Fields =>
    Object.assign({}, ...changes.filter((_change, index) => index % AT_ONCE === at)),
  )
}

/** next_invoice_number, to a higher one and back at once: that is left be when an invoice was made in between. */
const nextNumber = check('settings.partial-update', {
  name: 'next_invoice_number updated',
  permissions: ['settings'],
  async run(law) {
    for (let time = 1; time <= TIMES; time++) {
      const { shown } = await readSettings(law)
      const own = shown['next_invoice_number']
      if (typeof own !== 'string' || !/^\d{1,15}$/.test(own)) return
      const next = String(Number(own) + 1).padStart(own.length, '0')
      if (await judgeNextNumber(law, shown, next, time === TIMES)) return
    }
  },
})

/** So often, as somebody else may make an invoice, which takes the number, just then. */
const TIMES = 3

/** @returns whether nobody took it, or this was the last time */
async function judgeNextNumber(
  law: Law,
  before: Fields,
  next_invoice_number: string,
  isLast: boolean,
): Promise<boolean> {
  const patch = { next_invoice_number }
  const { locale } = before
  // Beside one that says what is so already.
  const [exchange] = await Promise.all([updateSettings(law, patch), updateSettings(law, { locale })])
  if (law.is('unprocessable', exchange)) return true
  const after = await readSettings(law)
  if (!isLast && movedBy(next_invoice_number, after.shown['next_invoice_number']) > 0) return false
  const own = before['next_invoice_number']
  if (after.shown['next_invoice_number'] === next_invoice_number) {
    const back = await updateSettings(law, { next_invoice_number: own })
    if (!isSuccess(back)) law.ledger.left_behind.push(`next_invoice_number ${next_invoice_number}`)
  }
  for (const sight of [settingsIn(law, exchange), after])
    await judgeSettings(law, { ...before, ...patch }, sight, [exchange], patch)
  return true
}

/** A boolean that harms nobody when it is on for a moment. */
const FLAG = 'customer_locale_invoice'

/** A boolean that is on stays on when another setting is updated. */
const besideFlag = check('settings.partial-update', {
  name: 'a setting updated beside one that is on',
  run: changing(async (law) => {
    const before = await readSettings(law)
    const names = changeable(law, before.shown).map(({ name }) => name)
    if (!names.includes(FLAG) || !names.includes('footer_message')) return
    const on = await change(law, before, { [FLAG]: true })
    await change(law, on, { footer_message: `Beside ${law.marker}` })
  }),
})

/** Each boolean off and on again by itself, while all others that may be are on: these stay so. */
const offAmongOn = check('settings.partial-update', {
  name: 'a setting switched off beside others that are on',
  run: changing(async (law) => {
    const first = await readSettings(law)
    const flags = changeable(law, first.shown).filter(({ values }) => typeof values[0] === 'boolean')
    let now = first
    const set = async (name: string, value: boolean) => {
      if (now.shown[name] !== value) now = await changeUnread(law, now, { [name]: value }, true)
    }
    for (const { name } of flags) await set(name, true)
    for (const { name } of flags) {
      await set(name, false)
      await set(name, true)
    }
    await judgeSettings(law, now.shown, await readSettings(law), [now.exchange])
  }),
})

export const partialUpdates: readonly Check[] = [
  eachByItself,
  simultaneous,
  nextNumber,
  besideFlag,
  offAmongOn,
]
