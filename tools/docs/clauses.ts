import { matrix } from '../../conformance/command/list.ts'
import { MUTANTS } from '../../conformance/proof/mutants/index.ts'
import { areaOf } from '../../schemas/areas.ts'
import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { AREAS } from './areas.ts'
import { code, list, page, prose, section, sentence, table } from './markdown.ts'
import { needsSection } from './needs.ts'
import type { Pages } from './page.ts'

/** Mutants that a clause shows as examples of a violation. */
const SHOWN_VIOLATIONS = 3

/** The clauses of the specification: an index, and a page for each area. */
export function clausePages(): Pages {
  const areas = [...new Set(CLAUSE_IDS.map(areaOf))]
  return {
    'clauses/index.md': indexPage(areas),
    ...Object.fromEntries(areas.map((area) => [`clauses/${area}.md`, areaPage(area)])),
  }
}

const clausesOf = (area: string): ClauseId[] => CLAUSE_IDS.filter((clause) => areaOf(clause) === area)

function indexPage(areas: readonly string[]): string {
  return page(
    'Clauses',
    `The conformance suite judges a server by ${CLAUSE_IDS.length} clauses, each one sentence of the specification.`,
    'A failed `must` clause fails the run. A failed `should` clause is only reported. `npx invoicing-kit conformance list` prints the clauses with their checks.',
    table(
      ['Area', 'Subject', 'Clauses'],
      areas.map((area) => [
        `[${code(area)}](${area}.md)`,
        prose(aboutOf(area)),
        String(clausesOf(area).length),
      ]),
    ),
    needsSection(),
  )
}

function aboutOf(area: string): string {
  const about = AREAS[area]
  if (about === undefined) throw new Error(`tools/docs/areas.ts has no sentence on the area ${area}.`)
  return about
}

function areaPage(area: string): string {
  return page(
    `Clauses: ${area}`,
    prose(aboutOf(area)),
    'The examples of violations are broken servers that the suite detects in its own tests.',
    hasNeeds(area) ? '[The legend of needs](index.md#needs) explains the names after "needs".' : '',
    table(
      ['Clause', 'Level', 'Section', 'Needs'],
      clausesOf(area).map((clause) => {
        const { level, section: sections, needs } = CLAUSES[clause]
        return [
          `[${code(clause)}](#${anchor(clause)})`,
          level,
          sections.map((each) => `§${each}`).join(' '),
          needs.map(code).join(', '),
        ]
      }),
    ),
    ...matrix([area]).map(clauseSection),
  )
}

/** True if a clause of the area, or a check of one, has a need. */
const hasNeeds = (area: string): boolean =>
  clausesOf(area).some((clause) => CLAUSES[clause].needs.length > 0) ||
  matrix([area]).some(({ checks }) => checks.some(({ needs }) => needs.length > 0))

/** The id that GitHub and Rspress give the heading of a clause. */
const anchor = (clause: string): string => clause.replaceAll('.', '')

function clauseSection({ clause, says, checks, watchers }: ReturnType<typeof matrix>[number]): string {
  const violations = [
    ...new Set(MUTANTS.filter((mutant) => mutant.clause === clause).map((mutant) => mutant.says)),
  ]
  return section(
    clause,
    prose(says),
    labelled('Checks', [
      ...checks.map(({ name, needs }) =>
        [prose(name), ...(needs.length === 0 ? [] : [`(needs ${needs.map(code).join(', ')})`])].join(' '),
      ),
      ...watchers.map(({ name }) => `every answer: ${prose(name)}`),
    ]),
    labelled(
      violations.length > SHOWN_VIOLATIONS ? 'Examples of a violation' : 'Violations',
      shortest(violations).map((violation) => sentence(prose(violation))),
    ),
  )
}

const labelled = (label: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${label}:\n\n${list(items)}`

/** The shortest of a list: they are the plainest. */
const shortest = (items: readonly string[]): string[] =>
  items.toSorted((one, other) => one.length - other.length).slice(0, SHOWN_VIOLATIONS)
