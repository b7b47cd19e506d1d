import type { QuestionKey } from '../../../schemas/questions.ts'
import { observation, type Observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import {
  concludeExtraFields,
  concludeMoney,
  concludeQuota,
  type Conclude,
} from '../../server/learn/conclusions.ts'

const concluding = (question: QuestionKey, name: string, conclude: Conclude): Observation =>
  observation([question], {
    name,
    when: 'last',
    async run(observer: Observer) {
      const why = conclude(observer.session.observations)
      if (why !== null) observer.notExercised(why)
    },
  })

/** What all answers of a run say together of how the server writes. */
export const formatObservations: readonly Observation[] = [
  concluding('format.money', 'how amounts are written', concludeMoney),
  concluding('output.extra_fields', 'fields that are not listed', concludeExtraFields),
  concluding('rate.quota', 'the limit that headers tell', concludeQuota),
]
