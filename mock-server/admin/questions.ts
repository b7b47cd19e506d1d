import { isAdjustable, QUESTION_KEYS, QUESTIONS } from '../../schemas/questions.ts'
import { schema } from '../../schemas/schema-files.ts'
import type { Mock } from '../mock.ts'
import type { AdminRoute } from './route.ts'
import { fields, listOf } from './shape.ts'

/** Every open question: what the mock does by itself, what others may, which answers it can be given, and the one that holds. */
function questions({ dialect }: Mock): object[] {
  const { properties = {} } = schema('dialect')
  return QUESTION_KEYS.map((key) => ({
    key,
    ...QUESTIONS[key],
    ...(isAdjustable(key) && { schema: properties[key], answer: dialect[key] }),
  }))
}

export const QUESTION_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/questions',
    summary:
      'list the open questions with the answer of the mock, other allowed answers and the values of the dialect',
    answers: fields({ questions: listOf({ type: 'object' }) }),
    answer: ({ mock }) => ({ questions: questions(mock) }),
  },
]
