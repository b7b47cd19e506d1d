import { publishedScenarioSchema } from '../../scenarios/published-schema.ts'
import { schema, type SchemaNode } from '../../schemas/schema-files.ts'
import { exampleBlock } from './examples.ts'
import { hooksPage } from './hooks.ts'
import { code, page, prose, section, subsection } from './markdown.ts'
import type { Pages } from './page.ts'
import { permissionsSection } from './permissions.ts'
import { fieldTable, typeOf } from './schema-table.ts'

/** A page for each kind of file that commands read or write. */
export async function filePages(): Promise<Pages> {
  return { ...(await hooksPage()), ...plainFiles(), 'files/scenario.md': scenarioPage() }
}

function plainFiles(): Pages {
  return {
    'files/target.md': page(
      'Target file',
      'A target file names the deployment that the conformance suite judges.',
      'Commands read it with `--target FILE`. `${NAME}` in a text is the environment variable `NAME`. An unset variable is an error.',
      section('Example', exampleBlock('target.json')),
      section('Fields', 'The field `hooks` has a [dedicated page](hooks.md).', fieldTable(schema('target'))),
      permissionsSection(),
    ),
    'files/waivers.md': page(
      'Waiver file',
      'A waiver file lists accepted deviations: the suite reports them, and they do not fail the run.',
      '`conformance run --waivers FILE` reads it, as JSON or YAML. A waiver ends on its date.',
      section('Example', exampleBlock('waivers.yaml')),
      section('Fields', fieldTable(schema('waivers'))),
    ),
    'files/dialect.md': page(
      'Dialect file',
      'A dialect file holds the answers of one server to the [open questions](../questions.md).',
      '`mock --dialect FILE` reads it. `conformance probe --out FILE` writes one. The mock keeps its default for every field that the file leaves out.',
      section('Example', exampleBlock('dialect.json')),
      section('Fields', fieldTable(schema('dialect'))),
    ),
    'files/expectations.md': page(
      'Expectation file',
      'An expectation file lists known weaknesses of a rehearsed client, and other demands on it.',
      '`rehearse --expect FILE` reads it, as JSON or YAML. An expectation ends on its date.',
      section('Example', exampleBlock('expectations.yaml')),
      section('Fields', fieldTable(schema('desk/expectations'))),
    ),
    'files/report.md': page(
      'Report file',
      'A report file holds the verdicts of a conformance run as JSON.',
      '`--report json=FILE` writes it. `conformance merge`, `compare` and `replay` read it.',
      section('Example', exampleBlock('report.json')),
      section('Fields', fieldTable(schema('report'))),
      section('Fields of a verdict', fieldTable(schema('report-verdict'))),
      section('Fields of an exchange', fieldTable(schema('report-exchange'))),
      section('Fields of the effects', fieldTable(schema('report-effects'))),
    ),
  }
}

function scenarioPage(): string {
  const published: object = publishedScenarioSchema()
  const node = published as SchemaNode & { readonly $defs: Record<string, SchemaNode> } // as its file is
  const definitions = Object.entries(node.$defs)
  return page(
    'Scenario file',
    'A scenario file describes the stores of a mock and their data, in YAML or JSON.',
    '`mock --scenario FILE` and `scenario load FILE` read it. `scenario save FILE` writes one. The mock generates everything that the file leaves out from the seed.',
    section('Example', exampleBlock('scenario.yaml')),
    section('Fields', fieldTable(node, 0)),
    ...definitions.filter(([name]) => !SAVED.has(name)).map(([name, each]) => definition(name, each)),
    section(
      'Records of saved states',
      'Only `scenario save` writes these records, in the field `records` of a store.',
      ...definitions.filter(([name]) => SAVED.has(name)).map(([name, each]) => savedDefinition(name, each)),
    ),
  )
}

/** Definitions of the records of a saved state, which nobody writes by hand. */
const SAVED: ReadonlySet<string> = new Set([
  'records',
  'exact_settings',
  'exact_template',
  'exact_customer',
  'exact_order',
  'exact_draft_order',
  'exact_invoice',
  'shown_order',
  'document',
  'queued_email',
  'started_bulk_action',
])

const definition = (name: string, node: SchemaNode): string =>
  section(name, sentencesOf(node), fieldTable(node, 1))

const savedDefinition = (name: string, node: SchemaNode): string =>
  subsection(name, sentencesOf(node), fieldTable(node, 1))

const sentencesOf = (node: SchemaNode): string =>
  [prose(node.description ?? ''), typeSentence(node)].filter((part) => part !== '').join(' ')

/** The type of a definition as a sentence; empty for an object, whose fields a table shows. */
function typeSentence({ $ref, ...node }: SchemaNode): string {
  if ($ref !== undefined)
    return `It has the fields of ${code($ref.replace(/^.*\//, '').replace('.json', ''))}.`
  return node.type === 'integer' || node.type === 'number' ? `Type: ${typeOf(node)}.` : ''
}
