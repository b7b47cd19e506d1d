import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { AT_ONCE } from '../records/own.ts'
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
import { changeable, unusual } from './fields.ts'

const INVALID = 'settings.invalid'

const BODIES = [
  {},
  [],
  { setting: {} },
  { data: { footer_message: 'x' } },
  { settings: 'text' },
  { settings: 7 },
]

const withoutSettings: Check = {
  name: 'a body without settings',
  clauses: [INVALID],
  run: (trial) =>
    judgeAllRefused(
      trial,
      BODIES.map((body) => () => trial.call('updateSettings', { body })),
    ),
}

const NO_MOMENTS = ['during', '', 'Before', 'AFTER', 'before after', 'both']

/** One wrong value beside a right one: neither is saved. */
const oneWrong: Check = {
  name: 'settings with one value wrong',
  clauses: [INVALID],
  run: (trial) =>
    puttingBack(trial, async () => {
      const { shown } = await readSettings(trial, INVALID)
      const settings = changeable(trial, INVALID, shown)
      remember(trial, shown, [
        ...settings.map(({ name }) => name),
        ...(typeof shown['payment_reminder_when'] === 'string' ? ['payment_reminder_when'] : []),
      ])
      const patches: Fields[] = [
        ...settings.flatMap(({ name }) => notScalar(shown[name]).map((value) => ({ [name]: value }))),
        ...NO_MOMENTS.map((payment_reminder_when) => ({ payment_reminder_when })),
      ]
      await judgeAllRefused(
        trial,
        patches.map((patch) => () => updateSettings(trial, { ...besideRight(patch), ...patch })),
      )
    }),
}

/** Objects and arrays, some of which careless code reads as the value in them. */
const notScalar = (valid: unknown) => [[valid], {}]

const besideRight = (patch: Fields): Fields =>
  'footer_message' in patch ? { invoice_title: 'Not to be saved' } : { footer_message: 'Not to be saved' }

async function judgeAllRefused(trial: Trial, sends: readonly (() => Promise<Exchange>)[]): Promise<void> {
  const before = await readSettings(trial, INVALID)
  for (let at = 0; at < sends.length; at += AT_ONCE) {
    const exchanges = await Promise.all(sends.slice(at, at + AT_ONCE).map((send) => send()))
    for (const exchange of exchanges) trial.refused(INVALID, exchange, 'unprocessable')
    judgeSettings(trial, INVALID, before.shown, await readSettings(trial, INVALID), {}, exchanges)
  }
}

const EMPTY: ClauseId = 'settings.empty-update'

/** settings.empty-update: accepted, and nothing is changed. */
const emptyUpdate: Check = {
  name: 'an update of no setting',
  clauses: [EMPTY],
  async run(trial) {
    const before = await readSettings(trial, EMPTY)
    for (const _ of [1, 2]) {
      const exchange = await updateSettings(trial, {})
      const after = await readSettings(trial, EMPTY)
      for (const sight of [settingsIn(trial, EMPTY, exchange), after])
        judgeSettings(trial, EMPTY, before.shown, sight, {}, [before.exchange, exchange])
    }
  },
}

/** The same right after updates, which must not be undone: neither one text nor values unlike any default. */
const emptyAfterUpdate: Check = {
  name: 'an update of no setting after one of some',
  clauses: [EMPTY],
  run: (trial) =>
    puttingBack(trial, async () => {
      const before = await readSettings(trial, EMPTY)
      const footer = { footer_message: `Kept ${trial.session.marker}` }
      let now = before
      for (const patch of [unusual(trial, before.shown), footer]) {
        if (typeof before.shown['footer_message'] !== 'string' && patch === footer) continue
        now = (await change(trial, EMPTY, now, patch, true)) ?? now
        now = (await change(trial, EMPTY, now, {}))!
      }
    }),
}

export const settingsRefusals: readonly Check[] = [withoutSettings, oneWrong, emptyUpdate, emptyAfterUpdate]
