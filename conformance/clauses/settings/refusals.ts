import type { ClauseId } from '../../../schemas/clauses.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { AT_ONCE } from '../records/records.ts'
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

const withoutSettings = check('settings.invalid', {
  name: 'a body without settings',
  run: (law) =>
    judgeAllRefused(
      law,
      BODIES.map((body) => () => law.call('updateSettings', { body })),
    ),
})

const NO_MOMENTS = ['during', '', 'Before', 'AFTER', 'before after', 'both']

/** One wrong value beside a right one: neither is saved. */
const oneWrong = check('settings.invalid', {
  name: 'settings with one value wrong',
  run: (law) =>
    puttingBack(law, async () => {
      const { shown } = await readSettings(law, INVALID)
      const settings = changeable(law, INVALID, shown)
      remember(law, shown, [
        ...settings.map(({ name }) => name),
        ...(typeof shown['payment_reminder_when'] === 'string' ? ['payment_reminder_when'] : []),
      ])
      const patches: Fields[] = [
        ...settings.flatMap(({ name }) => notScalar(shown[name]).map((value) => ({ [name]: value }))),
        ...NO_MOMENTS.map((payment_reminder_when) => ({ payment_reminder_when })),
      ]
      await judgeAllRefused(
        law,
        patches.map((patch) => () => updateSettings(law, { ...besideRight(patch), ...patch })),
      )
    }),
})

/** Objects and arrays, some of which careless code reads as the value in them. */
const notScalar = (valid: unknown) => [[valid], {}]

const besideRight = (patch: Fields): Fields =>
  'footer_message' in patch ? { invoice_title: 'Not to be saved' } : { footer_message: 'Not to be saved' }

async function judgeAllRefused(law: Law, sends: readonly (() => Promise<Exchange>)[]): Promise<void> {
  const before = await readSettings(law, INVALID)
  for (let at = 0; at < sends.length; at += AT_ONCE) {
    const exchanges = await Promise.all(sends.slice(at, at + AT_ONCE).map((send) => send()))
    for (const exchange of exchanges) law.of(INVALID).refused(exchange, 'unprocessable')
    judgeSettings(law, INVALID, before.shown, await readSettings(law, INVALID), {}, exchanges)
  }
}

const EMPTY: ClauseId = 'settings.empty-update'

/** settings.empty-update: accepted, and nothing is changed. */
const emptyUpdate = check('settings.empty-update', {
  name: 'an update of no setting',
  async run(law) {
    const before = await readSettings(law, EMPTY)
    for (const _ of [1, 2]) {
      const exchange = await updateSettings(law, {})
      const after = await readSettings(law, EMPTY)
      for (const sight of [settingsIn(law, EMPTY, exchange), after])
        judgeSettings(law, EMPTY, before.shown, sight, {}, [before.exchange, exchange])
    }
  },
})

/** The same right after updates, which must not be undone: neither one text nor values unlike any default. */
const emptyAfterUpdate = check('settings.empty-update', {
  name: 'an update of no setting after one of some',
  run: (law) =>
    puttingBack(law, async () => {
      const before = await readSettings(law, EMPTY)
      const footer = { footer_message: `Kept ${law.marker}` }
      let now = before
      for (const patch of [unusual(law, before.shown), footer]) {
        if (typeof before.shown['footer_message'] !== 'string' && patch === footer) continue
        now = (await change(law, EMPTY, now, patch, true)) ?? now
        now = (await change(law, EMPTY, now, {}))!
      }
    }),
})

export const settingsRefusals: readonly Check[] = [withoutSettings, oneWrong, emptyUpdate, emptyAfterUpdate]
