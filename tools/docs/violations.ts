import { schema } from '../../schemas/schema-files.ts'
import { violationsOf } from '../../schemas/violations/violations.ts'
import { code, page, prose, section, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { brokenRequest, RULES } from './violation-rules.ts'

/** The rules by which the mock, the proxy and the rehearsal find mistakes in requests. */
export function violationsPage(): Pages {
  const rules = Object.entries(RULES)
  const fields = Object.entries(schema('desk/violation').properties ?? {})
  return {
    'violations.md': page(
      'Violation rules',
      'The mock checks every request against these rules, even if it answers the request leniently.',
      'A violation never changes the answer. `GET /__admin/requests?violations=true` lists the requests that break a rule.',
      section(
        'Rules',
        table(
          ['Rule', 'Requirement'],
          rules.map(([rule, { demands }]) => [code(rule), prose(demands)]),
        ),
      ),
      section(
        'Examples',
        'Each request breaks one rule. The messages are those of the mock.',
        table(
          ['Rule', 'Request', 'Message', '`instead`'],
          rules.map(([rule, text]) => exampleRow(rule, text)),
        ),
      ),
      section(
        'Fields of a violation',
        table(
          ['Field', 'Content'],
          fields.map(([name, { description = '' }]) => [code(name), prose(description)]),
        ),
      ),
    ),
  }
}

function exampleRow(rule: string, text: (typeof RULES)[keyof typeof RULES]): string[] {
  const found = violationsOf(brokenRequest(text)).find((violation) => violation.rule === rule)
  if (!found) throw new Error(`The example request of the rule ${rule} does not break it.`)
  const { says, instead } = found
  return [
    code(rule),
    code(text.body === undefined ? text.call : `${text.call} ${text.body}`),
    prose(says),
    instead === undefined ? '' : code(instead),
  ]
}
