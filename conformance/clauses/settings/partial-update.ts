import fc from 'fast-check'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'
import {
  change,
  changeUnread,
  changing,
  judgeSettings,
  readSettings,
  remember,
  settingsIn,
  tryChange,
  updateSettings,
  type Sight,
} from './change.ts'
import { changeable, FREE_TEXTS, unusual, type Setting } from './fields.ts'

/** So many updates of different settings one reading covers. */
const TOGETHER = 4

/**
 * Each setting by itself, to other values; a delicate one is put back before the next. The others stand at values that no
 * server has by default: one that is reset shows.
 */
const eachByItself = check('settings.partial-update', {
  name: 'each setting updated by itself',
  run: changing(async (law) => {
    const first = await readSettings(law)
    let now = await tryChange(law, first, unusual(law, first.shown))
    const own = now.shown
    const settings = changeable(law, first.shown)
    for (const changes of inRounds(
      settings.filter(({ delicate }) => !delicate),
      own,
    ))
      now = await changeTogether(law, now, changes)
    for (const setting of settings.filter(({ delicate }) => delicate))
      now = await changeThereAndBack(law, now, setting, own[setting.name])
  }),
})

/** To other values and back: whether its own arrives is read with the next one. */
async function changeThereAndBack(
  law: Law,
  before: Sight,
  { name, values, open }: Setting,
  own: unknown,
): Promise<Sight> {
  let now = before
  for (const value of others(values, own).slice(0, name.endsWith('_status') ? 3 : 2))
    now = await (open ? tryChange : change)(law, now, { [name]: value })
  return changeUnread(law, now, { [name]: own }, open)
}

const others = (values: readonly unknown[], own: unknown): unknown[] =>
  values.filter((value) => value !== own)

interface Change {
  readonly patch: Fields
  /** The server may refuse it. */
  readonly open: boolean
}

/** Each setting's first other value, then each one's second, in parts that one reading covers. A free text takes many elsewhere. */
function inRounds(settings: readonly Setting[], own: Fields): Change[][] {
  const rounds = [0, 1].map((turn) =>
    settings
      .filter(({ name }) => turn === 0 || !FREE_TEXTS.includes(name))
      .flatMap(({ name, values, open }) =>
        others(values, own[name])
          .slice(turn, turn + 1)
          .map((value): Change => ({ patch: { [name]: value }, open })),
      ),
  )
  return rounds.flatMap((changes) => inParts(changes, TOGETHER))
}

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** One after the other, each judged by its answer, and all of them by what is read then. */
async function changeTogether(law: Law, before: Sight, changes: readonly Change[]): Promise<Sight> {
  let now = before
  for (const { patch, open } of changes) now = await changeUnread(law, now, patch, open)
  const after = await readSettings(law)
  judgeSettings(law, now.shown, after, [before.exchange, now.exchange])
  return after
}

/** Some settings at once: they are changed, all others stay. */
export const someAtOnce = check('settings.partial-update', {
  name: 'some settings updated together',
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

/** The same text in many settings, then another in some of them: a mix-up of two would show. */
function alikes(settings: readonly Setting[]): Fields[] {
  const texts = settings.filter(({ values }) => typeof values[0] === 'string').map(({ name }) => name)
  const odd = texts.filter((_, index) => index % 2 === 1)
  return [all(texts, 'One'), all(odd, 'Two'), all(texts, ''), all(odd, '0')]
}

/** Simultaneous updates of different settings are all saved. */
const simultaneous = check('settings.partial-update', {
  name: 'settings updated at the same time',
  run: changing(async (law) => {
    for (const round of [1, 2]) await judgeSimultaneous(law, round)
  }),
})

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
  judgeSettings(law, { ...before.shown, ...patch }, after, [before.exchange, ...exchanges], patch)
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
  async run(law) {
    if (!law.target.allow.has('settings')) return law.leaveOut('next_invoice_number (needs --allow settings)')
    const { shown } = await readSettings(law)
    const own = shown['next_invoice_number']
    if (typeof own === 'string' && /^\d{1,15}$/.test(own))
      await judgeNextNumber(law, shown, String(Number(own) + 1).padStart(own.length, '0'))
  },
})

async function judgeNextNumber(law: Law, before: Fields, next_invoice_number: string): Promise<void> {
  const patch = { next_invoice_number }
  const { locale } = before
  // Beside one that says what is so already.
  const [exchange] = await Promise.all([updateSettings(law, patch), updateSettings(law, { locale })])
  if (law.is('unprocessable', exchange)) return
  const after = await readSettings(law)
  const own = before['next_invoice_number']
  if (after.shown['next_invoice_number'] === next_invoice_number) {
    const back = await updateSettings(law, { next_invoice_number: own })
    if (!isSuccess(back)) law.ledger.left_behind.push(`next_invoice_number ${next_invoice_number}`)
  }
  for (const sight of [settingsIn(law, exchange), after])
    judgeSettings(law, { ...before, ...patch }, sight, [exchange], patch)
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

export const partialUpdates: readonly Check[] = [eachByItself, simultaneous, nextNumber, besideFlag]
