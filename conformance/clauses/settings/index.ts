import { check, observation, type Check, type Step } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { settingsIn } from '../views.ts'
import { change, changing, judgeSettings, readSettings, remember, updateSettings } from './change.ts'
import { coercion } from './coercion.ts'
import { ALL_FIELDS } from './fields.ts'
import { settingsOutputOnly } from './output-only.ts'
import { partialUpdates, someAtOnce } from './partial-update.ts'
import { settingsRefusals } from './refusals.ts'
import { roundTrips, roundTripsAtLength } from './round-trip.ts'

/** settings.read: reading answers the settings, the same each time. */
const reading = check('settings.read', {
  name: 'settings read again and again',
  async run(law) {
    const { shown, exchange } = await readSettings(law)
    const hasFields = ALL_FIELDS.some((name) => name in shown)
    law.judge(hasFields, { expected: 'settings with the fields of settings', exchanges: exchange })
    for (const _ of [1, 2, 3]) await judgeSettings(law, shown, await readSettings(law), [exchange])
    for (const key_header of KEY_HEADERS) law.success(await law.call('readSettings', { key_header }))
  },
})

/** Names of HTTP headers are the same in capitals or without. */
const KEY_HEADERS = ['X-Auth-Token', 'X-AUTH-TOKEN']

/** settings.read: what is read are the settings as they were written last. */
const readingAfterUpdates = check('settings.read', {
  name: 'settings read after updates',
  permissions: ['settings'],
  needs: ['writes'],
  run: changing(async (law) => {
    for (const text of ['first', 'second', 'first', 'third']) {
      const before = await readSettings(law)
      if (typeof before.shown['footer_message'] !== 'string') return
      await change(law, before, { footer_message: `The ${text} ${law.marker}` })
    }
  }),
})

const formats = observation(['settings.formats'], {
  name: 'formats of the settings',
  permissions: ['settings'],
  needs: ['writes'],
  run: changing(async (observer: Observer) => {
    const before = settingsIn(await observer.call('readSettings'))
    if (typeof before['twitter_url'] !== 'string') observer.notExercised('the settings have no twitter_url')
    remember(observer, before, ['twitter_url'])
    const answer = await updateSettings(observer, { twitter_url: 'no address' })
    observer.observe('settings.formats', isSuccess(answer) ? 'type_only' : 'checked', answer)
  }),
})

export const settingsReads: readonly Check[] = [reading]
export const settingsWrites: readonly Step[] = [
  ...partialUpdates,
  ...settingsRefusals,
  ...settingsOutputOnly,
  coercion,
  ...roundTripsAtLength,
]
/** Of what prints, and nothing that numbers, sends, automates or translates. */
export const settingsTexts: readonly Step[] = [readingAfterUpdates, someAtOnce, ...roundTrips, formats]
