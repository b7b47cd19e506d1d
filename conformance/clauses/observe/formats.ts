import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import { observation, type Observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'

/** Amounts rule ways out one by one. */
const money = observation(['format.money'], {
  name: 'how amounts are written',
  when: 'last',
  async run(observer: Observer) {
    const { left, evidence } = observer.session.observations.money
    const [likeliest, ...others] = left
    if (evidence.length === 0) observer.notExercised('no answer showed an amount')
    if (likeliest === undefined) observer.notExercised('amounts are written in no one of the known ways')
    observer.observe('format.money', likeliest, ...evidence)
    if (others.length > 0)
      observer.assume(
        'format.money',
        `${others.join(', ')} would look the same: amounts in other currencies would tell`,
      )
  },
})

/** What no answer had, none has. */
const extraFields = observation(['output.extra_fields'], {
  name: 'fields that are not listed',
  when: 'last',
  async run(observer: Observer) {
    const { listed } = observer.session.observations
    if (listed === null) observer.notExercised('no answer showed a record')
    observer.observe('output.extra_fields', 'none', listed)
  },
})

const quota = observation(['rate.quota'], {
  name: 'the limit that headers tell',
  when: 'last',
  async run(observer: Observer) {
    const { limit, window_seconds, least_seconds, evidence } = observer.session.observations.quota
    if (limit === null)
      observer.notExercised(
        'the answers to api_key carry no X-RateLimit-Limit: only one that refuses it for its limit would tell',
      )
    const ours = DEFAULT_DIALECT['rate.quota'].window_seconds
    const value = {
      requests: limit,
      window_seconds: window_seconds ?? Math.max(ours, Math.ceil(least_seconds)),
    }
    observer.observe('rate.quota', value, ...evidence)
    if (window_seconds === null) observer.assume('rate.quota', 'window_seconds: no window was seen to begin')
  },
})

/** What all answers of a run say together of how the server writes. */
export const formatObservations: readonly Observation[] = [money, extraFields, quota]
