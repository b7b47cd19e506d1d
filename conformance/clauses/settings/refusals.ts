import { besideOthers } from '../../judge/beside-others.ts'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { AT_ONCE, atOnce } from '../../judge/at-once.ts'
import { drawOf, isDrawn } from '../drawn.ts'
import type { Fields } from '../records/record-kind.ts'
import {
  change,
  changing,
  readSettings,
  remember,
  tryChange,
  updateSettings,
  judgeSettings,
  type Sight,
} from './change.ts'
import { changeable, mayChange, unusual } from './fields.ts'

const BODIES = [
  {},
  [],
  { setting: {} },
  { data: { footer_message: 'x' } },
  { settings: 'text' },
  { settings: 7 },
]

const withoutSettings = check('settings.invalid', {
  name: 'a body without settings',
  run: (law) =>
    judgeRefused(
      law,
      BODIES.filter((body) => law.mayCall('updateSettings', { body })).map(
        (body) => () => law.call('updateSettings', { body }),
      ),
    ),
})

const NO_MOMENTS = ['during', '', 'Before', 'AFTER', 'before after', 'both']

/** One wrong value beside a right one: neither is saved. */
const oneWrong = check('settings.invalid', {
  name: 'settings with one value wrong',
  run: changing(async (law) => {
    const { shown } = await readSettings(law)
    const names = changeable(law, shown).map(({ name }) => name)
    const moment = typeof shown['payment_reminder_when'] === 'string' ? ['payment_reminder_when'] : []
    remember(law, shown, [...names, ...moment])
    const draw = drawOf(law, 'pairs', 3)
    // Objects and arrays, some of which careless code reads as the value in them.
    const patches: Fields[] = [
      ...names.flatMap((name) => [{ [name]: [shown[name]] }, { [name]: {} }]),
      ...NO_MOMENTS.map((payment_reminder_when) => ({ payment_reminder_when })),
      ...pairsOf(names)
        .filter((_, at) => isDrawn(draw, at))
        .map(([one, other]) => ({ [one]: {}, [other]: [] })),
    ]
    await judgeRefused(
      law,
      patches
        .filter((patch) => Object.keys(patch).every((name) => mayChange(law, name)))
        .map((patch) => (turn) => updateSettings(law, { ...besideRight(law, patch, turn), ...patch })),
    )
  }),
})

/** Each name with another one, in one pair. */
const pairsOf = (names: readonly string[]): (readonly [string, string])[] =>
  names.flatMap((name, at) => {
    const next = names[at + 1]
    return at % 2 === 0 && next !== undefined ? [[name, next] as const] : []
  })

/** A right value for another setting, of those that may be changed. */
function besideRight(law: Law, patch: Fields, turn: number): Fields {
  const name = RIGHT_ONES.find((one) => !(one in patch) && mayChange(law, one))
  return name === undefined ? {} : { [name]: `Not to be saved ${turn}` }
}

const RIGHT_ONES = ['footer_message', 'invoice_title', 'email_subject_template', 'email_body_template']

/** @param turn another one each time that it is sent: what was saved would be saved again unseen */
type Send = (turn: number) => Promise<Exchange>

/** So often more, at most, some of them are sent where others change settings meanwhile. */
const TRIES = 2

/** All are unprocessable, and nothing is changed by any. What may follow by itself does not count. */
async function judgeRefused(law: Law, sends: readonly Send[]): Promise<void> {
  let before: Sight | null = await readSettings(law)
  let turn = 0
  for (let at = 0; at < sends.length; at += AT_ONCE)
    before = await besideOthers(law.session, TRIES, async () => {
      const from: Sight = before ?? (await readSettings(law))
      before = null
      turn++
      const exchanges = await atOnce(sends.slice(at, at + AT_ONCE), (send) => send(turn))
      for (const exchange of exchanges) law.refused(exchange, 'unprocessable')
      const after = await readSettings(law)
      await judgeSettings(law, from.shown, after, exchanges)
      return after
    })
}

/** settings.empty-update: accepted, and nothing is changed. */
const emptyUpdate = check('settings.empty-update', {
  name: 'an update of no setting',
  async run(law) {
    const once = await change(law, await readSettings(law), {})
    await change(law, once, {})
  },
})

/** The same right after updates, which must not be undone: neither one text nor values unlike any default. */
const emptyAfterUpdate = check('settings.empty-update', {
  name: 'an update of no setting after one of some',
  run: changing(async (law) => {
    const before = await readSettings(law)
    const patches = [unusual(law, before.shown), { footer_message: `Kept ${law.marker}` }]
    if (typeof before.shown['footer_message'] !== 'string' || !mayChange(law, 'footer_message')) patches.pop()
    let now = before
    for (const patch of patches) now = await change(law, await tryChange(law, now, patch), {})
  }),
})

export const settingsRefusals: readonly Check[] = [withoutSettings, oneWrong, emptyUpdate, emptyAfterUpdate]
