import { join } from 'node:path'
import { exportedNames, type ExportedName } from './exported-names.ts'
import { code, fence, page, prose, section, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { docOf, signatureOf } from './signatures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TYPES_FILE = join(ROOT, 'schemas', 'types.ts')

interface Entry {
  /** Specifier of an import. */
  readonly module: string
  readonly file: string
  /** Name of its page below `typescript-api/`. */
  readonly page: string
  readonly holds: string
}

const ENTRIES: readonly Entry[] = [
  {
    module: 'invoicing-kit',
    file: 'index.ts',
    page: 'contract',
    holds: 'The contract: clauses, open questions, operations, the OpenAPI document and all types.',
  },
  { module: 'invoicing-kit/mock', file: 'mock-server/index.ts', page: 'mock', holds: 'The mock in a test.' },
  {
    module: 'invoicing-kit/conformance',
    file: 'conformance/index.ts',
    page: 'conformance',
    holds: 'Conformance runs from code.',
  },
  {
    module: 'invoicing-kit/vitest',
    file: 'conformance/vitest.ts',
    page: 'vitest',
    holds: 'A conformance run as Vitest tests.',
  },
  {
    module: 'invoicing-kit/fixtures',
    file: 'fixtures/index.ts',
    page: 'fixtures',
    holds: 'Generated values and near misses.',
  },
]

/** The exported names of the package: an entry page, one page for each module, and one for the types of schemas. */
export function typescriptPages(): Pages {
  return {
    'typescript-api.md': entryPage(),
    'typescript-api/types.md': typesPage(),
    ...Object.fromEntries(ENTRIES.map((entry) => [`typescript-api/${entry.page}.md`, modulePage(entry)])),
  }
}

function entryPage(): string {
  return page(
    'TypeScript API',
    'The package has five modules for TypeScript and JavaScript.',
    'All are ES modules with type declarations. Other imports of the package are internal.',
    table(
      ['Import', 'Content', 'Names'],
      ENTRIES.map((entry) => [
        `[${code(entry.module)}](typescript-api/${entry.page}.md)`,
        entry.holds,
        ownNames(entry)
          .map(({ name }) => code(name))
          .join(', '),
      ]),
    ),
    '`invoicing-kit` and `invoicing-kit/fixtures` also export the [types of all schemas](typescript-api/types.md).',
    '`invoicing-kit/schemas/*` holds the JSON Schema files and `openapi.json`, for example `invoicing-kit/schemas/target.json`.',
  )
}

/** The exported names of a module, without the types that are made from schemas. */
const ownNames = ({ file }: Entry): ExportedName[] =>
  exportedNames(join(ROOT, file)).filter(({ source }) => source.fileName !== TYPES_FILE)

function modulePage(entry: Entry): string {
  return page(
    entry.module,
    entry.holds,
    ...ownNames(entry).map((exported) =>
      section(`\`${exported.name}\``, prose(docOf(exported)), fence('typescript', signatureOf(exported))),
    ),
  )
}

function typesPage(): string {
  return page(
    'Types of schemas',
    'Each JSON Schema of the contract has a type of the same content.',
    fence('typescript', "import type { InvoiceDetail } from 'invoicing-kit'"),
    table(
      ['Type', 'Meaning'],
      exportedNames(TYPES_FILE)
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map((exported) => [code(exported.name), prose(docOf(exported))]),
    ),
  )
}
