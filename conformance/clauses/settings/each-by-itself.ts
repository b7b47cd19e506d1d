import { besideOthers } from '../../judge/beside-others.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Fields } from '../records/record-kind.ts'
import {
  change,
  changeUnread,
  changing,
  judgeSettings,
  readSettings,
  tryChange,
  type Sight,
} from './change.ts'
import { changeable, FREE_TEXTS, unusual, type Setting } from './fields.ts'

/** So many updates of different settings one reading covers. */
const TOGETHER = 4

/**
 * Each setting by itself, to other values; a delicate one is put back with the first change of the next. The others stand at
 * values that no server has by default: one that is reset shows.
 */
export const eachByItself = check('settings.partial-update', {
  name: 'each setting updated by itself',
  run: changing(async (law) => {
    const first = await readSettings(law)
    let now = await tryChange(law, first, unusual(law, first.shown))
    const settings = changeable(law, first.shown)
    for (const changes of inRounds(settings, now.shown))
      now = await partOf(law, now, (before) => changeTogether(law, before, changes))
    let back: Fields = {}
    for (const setting of settings.filter(({ delicate }) => delicate)) {
      const own = now.shown[setting.name]
      now = await partOf(law, now, (before) => changeAndPutBack(law, before, setting, back))
      back = { [setting.name]: own }
    }
  }),
})

/** So often more, at most, a part is done that fails beside others. */
const TRIES = 2

/** All of it together takes so long that others who change settings now and then meet it each time; not so each part by itself. */
function partOf(law: Law, now: Sight, act: (before: Sight) => Promise<Sight>): Promise<Sight> {
  let before: Sight | null = now
  return besideOthers(law.session, TRIES, async () => {
    const from = before ?? (await readSettings(law))
    before = null
    return act(from)
  })
}

/** To other values, the first of them given together with what is to be put back: by itself where that is refused. */
async function changeAndPutBack(
  law: Law,
  before: Sight,
  { name, values, open }: Setting,
  back: Fields,
): Promise<Sight> {
  const [first, ...more] = others(values, before.shown[name]).slice(0, name.endsWith('_status') ? 3 : 2)
  const changeTo = open ? tryChange : change
  let now = await changeTo(law, before, { ...back, [name]: first })
  if (now === before && Object.keys(back).length > 0) now = await changeUnread(law, now, back, true)
  for (const value of more) now = await changeTo(law, now, { [name]: value })
  return now
}

export const others = (values: readonly unknown[], own: unknown): unknown[] =>
  values.filter((value) => value !== own)

interface Change {
  readonly patch: Fields
  /** The server may refuse it. */
  readonly open: boolean
}

/**
 * Each harmless setting's first other value, then each one's second, in parts that one reading covers. A free text takes
 * many elsewhere. In between, settings of two values are turned: a reset to either shows.
 */
function inRounds(settings: readonly Setting[], now: Fields): Change[][] {
  const harmless = settings.filter(({ delicate }) => !delicate)
  const first = harmless.flatMap((setting) => nthChange(setting, 0, now))
  const second = harmless
    .filter(({ name }) => !FREE_TEXTS.includes(name))
    .flatMap((setting) => nthChange(setting, 1, now))
  const turned = settings
    .filter(({ delicate, open }) => delicate && !open)
    .map((one) => nthChange(one, 0, now))
  return [...inParts(first, TOGETHER), ...inParts([...turned.flat(), ...second], TOGETHER)]
}

const nthChange = ({ name, values, open }: Setting, turn: number, now: Fields): Change[] =>
  others(values, now[name])
    .slice(turn, turn + 1)
    .map((value) => ({ patch: { [name]: value }, open }))

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** One after the other, each judged by its answer, and all of them by what is read then. */
async function changeTogether(law: Law, before: Sight, changes: readonly Change[]): Promise<Sight> {
  let now = before
  for (const { patch, open } of changes) now = await changeUnread(law, now, patch, open)
  const after = await readSettings(law)
  await judgeSettings(law, now.shown, after, [before.exchange, now.exchange])
  return after
}
