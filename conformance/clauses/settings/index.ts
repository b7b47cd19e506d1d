import type { Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { change, judgeSettings, puttingBack, readSettings, remember, updateSettings } from './change.ts'
import { ALL_FIELDS } from './fields.ts'
import { settingsOutputOnly } from './output-only.ts'
import { partialUpdates } from './partial-update.ts'
import { settingsRefusals } from './refusals.ts'
import { roundTrips } from './round-trip.ts'

const CLAUSE = 'settings.read'

/** settings.read: reading answers the settings, the same each time. */
const reading: Check = {
  name: 'settings read again and again',
  clauses: [CLAUSE],
  async run(trial) {
    const first = await readSettings(trial, CLAUSE)
    trial.judge(
      CLAUSE,
      ALL_FIELDS.some((name) => name in first.shown),
      {
        expected: 'settings with the fields of settings',
        exchanges: first.exchange,
      },
    )
    for (const _ of [1, 2, 3])
      judgeSettings(trial, CLAUSE, first.shown, await readSettings(trial, CLAUSE), {}, [first.exchange])
  },
}

/** settings.read: what is read are the settings as they were written last. */
const readingAfterUpdates: Check = {
  name: 'settings read after updates',
  clauses: [CLAUSE],
  needs: ['writes'],
  run: (trial) =>
    puttingBack(trial, async () => {
      for (const text of ['first', 'second', 'first', 'third']) {
        const before = await readSettings(trial, CLAUSE)
        if (typeof before.shown['footer_message'] !== 'string') return
        await change(trial, CLAUSE, before, { footer_message: `The ${text} ${trial.session.marker}` })
      }
    }),
}

/** What is open of the settings. */
const observing: Check = {
  name: 'formats of the settings',
  clauses: ['settings.partial-update'],
  run: (trial) =>
    puttingBack(trial, async () => {
      const { shown } = await readSettings(trial, 'settings.partial-update')
      if (typeof shown['twitter_url'] !== 'string') return
      remember(trial, shown, ['twitter_url'])
      const answer = await updateSettings(trial, { twitter_url: 'no address' })
      const value = isSuccess(answer) ? 'type_only' : 'checked'
      trial.session.observations.observe('settings.formats', value, answer)
    }),
}

export const settingsReads: readonly Check[] = [reading]
export const settingsWrites: readonly Check[] = [
  readingAfterUpdates,
  ...partialUpdates,
  ...roundTrips,
  ...settingsRefusals,
  ...settingsOutputOnly,
  observing,
]
