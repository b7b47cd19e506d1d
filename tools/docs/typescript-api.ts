import { join } from 'node:path'
import ts from 'typescript'
import { exportedNames, type ExportedName } from './exported-names.ts'
import { code, fence, page, prose, section, subsection, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { referencedTypes } from './referenced-types.ts'
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

const isOfSchema = ({ source }: ExportedName): boolean => source.fileName === TYPES_FILE

/** The exported names of a module. Functions of the entry file come first. Types of schemas are left out. */
function ownNames({ file }: Entry): ExportedName[] {
  const entryFile = join(ROOT, file)
  const names = exportedNames(entryFile).filter((exported) => !isOfSchema(exported))
  const isMain = ({ declaration, source }: ExportedName) =>
    ts.isFunctionDeclaration(declaration) && source.fileName === entryFile
  return [...names.filter(isMain), ...names.filter((exported) => !isMain(exported))]
}

function modulePage(entry: Entry): string {
  const names = ownNames(entry)
  const types = referencedTypes(names)
  const unlisted = types.filter((type) => pageOf(type) === undefined)
  return page(
    entry.module,
    entry.holds,
    ...names.map((exported) => section(...described(exported))),
    section(
      'Types in signatures',
      table(
        ['Type', 'Page'],
        types.flatMap((type) => {
          const file = pageOf(type)
          return file === undefined ? [] : [[code(type.name), `[${file.title}](${file.path})`]]
        }),
      ),
      unlisted.length === 0 ? '' : 'The module does not export the following types.',
      ...unlisted.map((type) => subsection(...described(type))),
    ),
  )
}

const described = (exported: ExportedName): [string, ...string[]] => [
  code(exported.name),
  prose(docOf(exported)),
  fence('typescript', signatureOf(exported)),
]

/** The page of a type that a module exports; undefined for a type that no module exports. */
function pageOf(type: ExportedName): { readonly title: string; readonly path: string } | undefined {
  if (isOfSchema(type)) return { title: 'Types of schemas', path: 'types.md' }
  const entry = ENTRIES.find((each) =>
    ownNames(each).some(({ declaration }) => declaration === type.declaration),
  )
  return entry && { title: code(entry.module), path: `${entry.page}.md` }
}

function typesPage(): string {
  return page(
    'Types of schemas',
    'Each JSON Schema of the contract has a type of the same content. `/docs` of a running mock shows the fields.',
    fence('typescript', "import type { InvoiceDetail } from 'invoicing-kit'"),
    table(
      ['Type', 'Meaning'],
      exportedNames(TYPES_FILE)
        .toSorted((one, other) => one.name.localeCompare(other.name))
        .map((exported) => [code(exported.name), prose(docOf(exported))]),
    ),
  )
}
