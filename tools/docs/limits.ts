import { schema } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { constantIn } from './constants.ts'
import { code, list, page, prose, section, table } from './markdown.ts'
import type { Pages } from './page.ts'

const count = (value: number): string => value.toLocaleString('en-US')
const megabytes = (bytes: number): string => `${count(bytes / 2 ** 20)} MiB`
const kilobytes = (bytes: number): string => `${count(bytes / 2 ** 10)} KiB`

const constant = (file: string, name: string, show = count): string => show(constantIn(file, name))

/** A bound of a field of a schema. */
function bound(name: SchemaName, field: string, keyword: 'maxLength' | 'maxItems'): string {
  const value = schema(name).properties?.[field]?.[keyword]
  if (value === undefined) throw new Error(`${name}.${field} has no ${keyword}: correct tools/docs/limits.ts`)
  return count(value)
}

const REQUESTS = () => [
  ['Body of an API request', constant('mock-server/gates/read-body.ts', 'LIMIT', megabytes)],
  [
    'Request line and headers',
    constant('schemas/http/unreadable-request.ts', 'MOST_HEADER_BYTES', kilobytes),
  ],
  ['Characters of a text', bound('resources/customer-input', 'first_name', 'maxLength')],
  ['Characters of `footer_message`', bound('resources/settings-input', 'footer_message', 'maxLength')],
  [
    'Characters of `email_body_template`',
    bound('resources/settings-input', 'email_body_template', 'maxLength'),
  ],
  ['Characters of the `note` of an order', bound('platform/order', 'note', 'maxLength')],
  ['Characters of `logo_url`', bound('resources/template-input', 'logo_url', 'maxLength')],
  ['Characters of all logos of a store', constant('mock-server/rules/templates.ts', 'MOST_LOGO_CHARACTERS')],
  ['Pixels of a drawn logo', constant('mock-server/documents/image.ts', 'MOST_PIXELS')],
  ['Lines of an order', bound('platform/order', 'line_items', 'maxItems')],
  ['Taxes of an order', bound('platform/order', 'tax_lines', 'maxItems')],
  ['Invoices of a bulk action (specification §8)', constant('schemas/limits.ts', 'MOST_BULK_INVOICES')],
]

const MEMORY = () => [
  ['Requests in the journal, by default', constant('schemas/journal/journal.ts', 'DEFAULT_LIMIT')],
  ['Requests in the journal, with `--journal`', constant('schemas/journal/journal.ts', 'MOST_ENTRIES')],
  ['Size of the journal', constant('schemas/journal/journal.ts', 'MOST_BYTES', megabytes)],
  ['Size of a body in the journal', constant('schemas/journal/body.ts', 'LONGEST_BODY', megabytes)],
  ['Events that `Last-Event-ID` resumes', constant('schemas/journal/events.ts', 'KEPT')],
  ['Emails of a store', constant('mock-server/rules/history.ts', 'KEPT_EMAILS')],
  ['Ended bulk actions of a store', constant('mock-server/rules/history.ts', 'KEPT_BULK_ACTIONS')],
  ['Snapshots', constant('mock-server/desk/snapshots.ts', 'MOST_SNAPSHOTS')],
  ['Records in all snapshots', constant('mock-server/desk/snapshots.ts', 'MOST_RECORDS')],
]

const SCENARIOS = () => [
  ['Characters of a YAML file', constant('scenarios/files.ts', 'MOST_YAML_IN_FILES')],
  ['Characters of YAML in a request to the admin API', constant('scenarios/text.ts', 'MOST_YAML')],
  ['Body of `POST /__admin/scenarios`', constant('mock-server/admin/admin.ts', 'MAX_BODY', megabytes)],
  ['Body of `PUT /__admin/state`', constant('mock-server/admin/admin.ts', 'MAX_LARGE_BODY', megabytes)],
  ['Records that a scenario describes or generates', constant('scenarios/clashes.ts', 'MOST_RECORDS')],
  [
    'Invoices of a scenario name, such as `many-invoices:100000`',
    constant('scenarios/files.ts', 'MOST_INVOICES'),
  ],
]

const SUITE = () => [
  [
    'Size of an answer that the suite reads',
    constant('conformance/server/client/obstacles.ts', 'MOST_BYTES', megabytes),
  ],
  [
    'Size of a PDF whose text the suite reads',
    constant('conformance/server/pdf/read-pdf.ts', 'MOST_BYTES', megabytes),
  ],
  [
    'Pages of a PDF whose text the suite reads',
    constant('conformance/server/pdf/parsed-pdf.ts', 'MOST_PAGES'),
  ],
  ['Redirects of a download', constant('conformance/server/client/download.ts', 'MOST_REDIRECTS')],
  ['Values of `fixtures --count`', constant('fixtures/cli.ts', 'MOST')],
]

/** The limits of the kit. The numbers are read from the code, the sentences are written here. */
export function limitsPage(): Pages {
  return {
    'limits.md': page(
      'Limits',
      'The kit has these limits; the numbers on this page are read from its code.',
      section(
        'Requests to the mock',
        'A longer request is refused, and the error states the limit. These bounds are those of the mock. The specification states only the size of a bulk action, and the suite accepts servers with other bounds.',
        rows(REQUESTS()),
      ),
      section(
        'Memory of a mock',
        'The oldest entries are dropped first. Snapshots are refused above their limit.',
        rows(MEMORY()),
      ),
      section('Scenarios and states', 'A longer scenario can be JSON instead of YAML.', rows(SCENARIOS())),
      section('Conformance suite and fixtures', rows(SUITE())),
      section('Features that the mock lacks', list(NOT_DONE.map(prose))),
      section('Data directories and connections', list(DATA.map(prose))),
    ),
  }
}

const rows = (limits: readonly (readonly string[])[]): string =>
  table(
    ['Limit', 'Maximum'],
    limits.map(([name = '', value = '']) => [name.includes('`') ? name : prose(name), value]),
  )

const NOT_DONE = [
  'The mock is for development and tests. It has no user management.',
  'The mock sends no emails: `GET /__admin/emails` lists them. It calls no platform, and bills nobody.',
  'All data is in memory. With `--database` it is in the memory of each replica.',
  `Text search matches fields by the rules of the dialect. It has no ranking.`,
  `The mock cannot imitate ${code('list.order: other')}, nor other answers to questions that are not adjustable.`,
  'A replaced document is forgotten when its download URLs have expired and no email has it attached.',
]

const DATA = [
  'The lock of a data directory is held by the operating system. It does not protect a network drive that several machines share.',
  'The lock needs a file system with sockets. The mock reports at the start if there are none.',
  'On Windows the lock does not work between containers.',
  'A write that arrives after a reset, or after its store is dropped, applies to the new data. The mock answers 503 if the reset overtakes the write.',
  'After a change could not be saved, the mock answers every request with 503 until it is restarted.',
  'On Linux the mock accepts only as many connections as leave file descriptors for data. `ulimit -n` sets the number of descriptors.',
]
