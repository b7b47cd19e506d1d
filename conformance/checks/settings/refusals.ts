import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../check.ts'
import { isSuccess, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { AT_ONCE } from '../records/own.ts'
import type { Fields } from '../records/record-kind.ts'
import { sameField } from '../records/same-record.ts'
import {
  change,
  judgeSettings,
  puttingBack,
  readSettings,
  remember,
  settingsIn,
  updateSettings,
} from './change.ts'
import { changeable } from './fields.ts'

const INVALID = 'settings.invalid'
const OUTPUT_ONLY = 'settings.output-only'

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

/** settings.output-only: ignored, or the whole update is unprocessable (question input.unknown_fields). */
const outputOnly: Check = {
  name: 'output-only settings',
  clauses: [OUTPUT_ONLY],
  run: (trial) =>
    puttingBack(trial, async () => {
      const { shown } = await readSettings(trial, OUTPUT_ONLY)
      const intruders: Fields[] = [
        { email_locale: shown['email_locale'] === 'de' ? 'en' : 'de' },
        { email_dkim_verified: shown['email_dkim_verified'] !== true },
      ]
      for (const intruder of [...intruders, Object.assign({}, ...intruders) as Fields]) {
        await judgeNotSet(trial, intruder, {})
        await judgeNotSet(trial, intruder, { footer_message: `Footer ${Object.keys(intruder).length}` })
      }
    }),
}

async function judgeNotSet(trial: Trial, intruder: Fields, right: Fields): Promise<void> {
  const before = await readSettings(trial, OUTPUT_ONLY)
  if (Object.keys(right).some((name) => typeof before.shown[name] !== 'string')) return
  remember(trial, before.shown, Object.keys(right))
  const exchange = await updateSettings(trial, { ...intruder, ...right })
  const took = isSuccess(exchange)
  if (!took) trial.refused(OUTPUT_ONLY, exchange, 'unprocessable')
  trial.session.observations.observe('input.unknown_fields', took ? 'ignored' : 'unprocessable', exchange)
  const expected = { ...before.shown, ...(took && right) }
  const after = await readSettings(trial, OUTPUT_ONLY)
  await undo(trial, intruder, before.shown, after.shown)
  const sights = took ? [settingsIn(trial, OUTPUT_ONLY, exchange), after] : [after]
  for (const sight of sights)
    judgeSettings(trial, OUTPUT_ONLY, expected, sight, right, [before.exchange, exchange])
}

/** A server that lets itself be set what it must not gets its own value back. */
async function undo(trial: Trial, intruder: Fields, before: Fields, after: Fields): Promise<void> {
  const set = Object.keys(intruder).filter((name) => !sameField(before[name], after[name]))
  if (set.length > 0) await updateSettings(trial, Object.fromEntries(set.map((name) => [name, before[name]])))
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

/** The same right after an update, which must not be undone. */
const emptyAfterUpdate: Check = {
  name: 'an update of no setting after one of some',
  clauses: [EMPTY],
  run: (trial) =>
    puttingBack(trial, async () => {
      const before = await readSettings(trial, EMPTY)
      if (typeof before.shown['footer_message'] !== 'string') return
      const changed = await change(trial, EMPTY, before, { footer_message: `Kept ${trial.session.marker}` })
      await change(trial, EMPTY, changed!, {})
    }),
}

export const settingsRefusals: readonly Check[] = [
  withoutSettings,
  oneWrong,
  outputOnly,
  emptyUpdate,
  emptyAfterUpdate,
]
