import { type Check, check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { change, judgeSettings, puttingBack, readSettings, remember, updateSettings } from './change.ts'
import { ALL_FIELDS } from './fields.ts'
import { settingsOutputOnly } from './output-only.ts'
import { partialUpdates } from './partial-update.ts'
import { settingsRefusals } from './refusals.ts'
import { roundTrips } from './round-trip.ts'

const CLAUSE = 'settings.read'

/** settings.read: reading answers the settings, the same each time. */
const reading = check('settings.read', {
  name: 'settings read again and again',
  async run(law) {
    const first = await readSettings(law, CLAUSE)
    law.of(CLAUSE).judge(
      ALL_FIELDS.some((name) => name in first.shown),
      {
        expected: 'settings with the fields of settings',
        exchanges: first.exchange,
      },
    )
    for (const _ of [1, 2, 3])
      judgeSettings(law, CLAUSE, first.shown, await readSettings(law, CLAUSE), {}, [first.exchange])
  },
})

/** settings.read: what is read are the settings as they were written last. */
const readingAfterUpdates = check('settings.read', {
  name: 'settings read after updates',
  needs: ['writes'],
  run: (law) =>
    puttingBack(law, async () => {
      for (const text of ['first', 'second', 'first', 'third']) {
        const before = await readSettings(law, CLAUSE)
        if (typeof before.shown['footer_message'] !== 'string') return
        await change(law, CLAUSE, before, { footer_message: `The ${text} ${law.marker}` })
      }
    }),
})

/** What is open of the settings. */
const observing = check('settings.partial-update', {
  name: 'formats of the settings',
  run: (law) =>
    puttingBack(law, async () => {
      const { shown } = await readSettings(law, 'settings.partial-update')
      if (typeof shown['twitter_url'] !== 'string') return
      remember(law, shown, ['twitter_url'])
      const answer = await updateSettings(law, { twitter_url: 'no address' })
      const value = isSuccess(answer) ? 'type_only' : 'checked'
      law.observe('settings.formats', value, answer)
    }),
})

export const settingsReads: readonly Check[] = [reading]
export const settingsWrites: readonly Check[] = [
  readingAfterUpdates,
  ...partialUpdates,
  ...roundTrips,
  ...settingsRefusals,
  ...settingsOutputOnly,
  observing,
]
