import { isAdjustable, QUESTION_KEYS, QUESTIONS, type QuestionKey } from '../../schemas/questions.ts'
import { schema } from '../../schemas/schema-files.ts'
import { code, json, page, prose, section, sentence, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { typeOf } from './schema-table.ts'

/** The open questions of the specification. */
export function questionsPage(): Pages {
  const groups = [...new Set(QUESTION_KEYS.map(groupOf))]
  const adjustable = QUESTION_KEYS.filter(isAdjustable)
  return {
    'questions.md': page(
      'Open questions',
      `The specification leaves ${QUESTION_KEYS.length} questions open, and a server may answer each in several ways.`,
      `The mock can imitate other answers to ${adjustable.length} of them. Its [dialect](files/dialect.md) sets the answer. The suite accepts every answer that the specification allows.`,
      ...groups.map((group) =>
        section(group, groupTable(QUESTION_KEYS.filter((key) => groupOf(key) === group))),
      ),
    ),
  }
}

/** The first word of a key. */
const groupOf = (key: QuestionKey): string => key.split('.')[0] ?? ''

const groupTable = (keys: readonly QuestionKey[]): string =>
  table(
    ['Key', 'Section', 'Question', 'Answer of the mock', 'Other answers', 'Values of the dialect'],
    keys.map((key) => {
      const { section: sections, question, ours, others } = QUESTIONS[key]
      return [
        code(key),
        sections.map((each) => `§${each}`).join(' '),
        prose(question),
        sentence(prose(ours)),
        sentence(prose(others)),
        isAdjustable(key) ? valuesOf(key) : 'not adjustable',
      ]
    }),
  )

function valuesOf(key: QuestionKey): string {
  const field = schema('dialect').properties?.[key] ?? {}
  const standard = field.default === undefined ? '' : `; default ${json(field.default)}`
  const inner = Object.entries(field.properties ?? {}).map(([name, one]) => `${code(name)}: ${typeOf(one)}`)
  return `${inner.length === 0 ? typeOf(field) : inner.join('; ')}${standard}`
}
