import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InstalledKit } from './installed-kit.ts'
import { startMockProcess } from './mock-server/testing/cli-process.ts'
import { linkedFilesOf } from './test/links.ts'
import { blocksOf, DOCS } from './test/pages.ts'

const root = import.meta.dirname
const read = (file: string) => readFile(join(root, file), 'utf8')

/** A TypeScript sample of a page, in a folder for that page. */
interface Sample {
  folder: string
  file: string
  text: string
}

/** Samples of a page. A first line such as `// setup.ts` names the file, which other samples of the page can import. */
const samplesOf = (page: string): Sample[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => {
      const folder = `pages/${page.replaceAll(/\W+/g, '-')}`
      const [, named] = /^\/\/ ([\w.-]+\.ts)$/m.exec(text.slice(0, text.indexOf('\n'))) ?? []
      const isTest = /from '(vitest|invoicing-kit\/vitest)'/.test(text) && /\b(test|conformance)\(/.test(text)
      return { folder, file: `${folder}/${named ?? `sample-${index}${isTest ? '.test' : ''}.ts`}`, text }
    })

const samples = ['README.md', ...DOCS].flatMap(samplesOf)

/** Samples that are tests. One that judges a deployment cannot run here. */
const runnable = samples.filter(
  ({ file, text }) => file.endsWith('.test.ts') && !text.includes("conformance('target.json')"),
)

/** Shell scripts of pages that start an installed mock. */
const scripts = ['README.md', ...DOCS].flatMap((page) =>
  blocksOf(page)
    .filter(
      ({ language, text }) => language === 'bash' && text.includes('node_modules/.bin/invoicing-kit mock'),
    )
    .map(({ text }) => [page, text] as const),
)

let kit: InstalledKit
beforeAll(async () => {
  kit = await InstalledKit.make()
})
afterAll(() => kit.drop())

describe('the tarball', () => {
  test('holds compiled code, types and data, and nothing else', () => {
    for (const file of [
      'index.d.ts',
      'mock-server/index.d.ts',
      'scenarios/default.yaml',
      'contract/openapi.json',
    ])
      expect(kit.files).toContain(`dist/${file}`)
    expect(kit.files).toEqual(
      expect.arrayContaining(['invoicing-kit.js', 'LICENSE', 'README.md', 'CHANGELOG.md']),
    )
    const stray = /\.test\.|\/(testing|bench|proof)\/|\/(bench|samples|read-back)\.|[^d]\.ts$|\.map$/
    const examples = /^examples\/(python|typescript)\//
    expect(kit.files.filter((file) => stray.test(file) && !examples.test(file))).toEqual([])
    expect(kit.files.filter((file) => examples.test(file))).toHaveLength(11)
  })

  test('brings the fonts and pages that are used, with their licences', () => {
    const vendored = kit.files.filter((file) => file.startsWith('dist/vendor/'))
    expect(vendored.filter((file) => file.endsWith('.ttf'))).toHaveLength(12)
    expect(vendored.filter((file) => file.endsWith('/LICENSE_FONT'))).toHaveLength(6)
    expect(vendored.filter((file) => file.includes('/swagger-ui-dist/'))).toHaveLength(5)
  })

  test('has every file that its pages link to', () => {
    const pages = kit.files.filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/index.md']),
    )
    const missing = pages.flatMap((page) =>
      linkedFilesOf(page)
        .filter((file) => !kit.files.includes(file))
        .map((file) => [page, file]),
    )
    expect(missing).toEqual([])
  })

  test.each([
    ['publint', ['--strict']],
    ['attw', ['--profile', 'esm-only']],
  ])('satisfies %s', async (name, flags) => {
    const checker = join(root, 'node_modules', '.bin', name)
    // It tells what is wrong on either, and ends with an error.
    const said = await promisify(execFile)(checker, [...flags, kit.tarball]).catch((error: unknown) => error)
    expect(said).not.toBeInstanceOf(Error)
  })
})

describe('what is installed', () => {
  test('runs with npx', async () => {
    const npx = ['--no-install', 'invoicing-kit']
    const { stdout } = await kit.run('npx', [...npx, 'scenario', 'list'])
    expect(stdout).toContain('default')
  })

  test('`invoicing-kit mock` answers, its documentation and console too', async () => {
    const bin = join(kit.folder, 'node_modules', '.bin', 'invoicing-kit')
    const mock = await startMockProcess(['--data', join(kit.folder, 'data')], [bin])
    const [{ api_key } = { api_key: '' }] = mock.stores
    const status = async (path: string) =>
      (await fetch(new URL(path, mock.base_url), { headers: { 'x-auth-token': api_key } })).status
    const pages = ['/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css']
    const ofConsole = ['', '/main.js', '/console.css', '/lib/lit/index.js', '/lib/lit-html/lit-html.js']
    for (const path of ['invoices', ...pages, ...ofConsole.map((file) => `/__admin/console${file}`)])
      expect({ path, status: await status(path) }).toEqual({ path, status: path === 'invoices' ? 404 : 200 })
    expect(await status('/api/v1/external/invoices')).toBe(200)
    expect(await mock.end('SIGTERM')).toBe(0)
  })

  test('a mock of a scenario of the kit starts without what reads YAML', async () => {
    await kit.write(
      'no-yaml.cjs',
      `const { _load: load } = require('node:module')
      require('node:module')._load = (name, ...others) => {
        if (name === 'yaml') throw new Error('YAML is read')
        return load(name, ...others)
      }`,
    )
    const bin = join(kit.folder, 'node_modules', '.bin', 'invoicing-kit')
    const command = ['--require', join(kit.folder, 'no-yaml.cjs'), bin]
    const mock = await startMockProcess(['--memory'], command)
    expect(mock.stores.map(({ name }) => name)).toEqual(['rich', 'second', 'free', 'limited'])
    expect(await mock.end('SIGTERM')).toBe(0)
    await kit.write('own.yaml', 'description: My own\nstores: []\n')
    const own = startMockProcess(['--memory', '--scenario', join(kit.folder, 'own.yaml')], command)
    await expect(own).rejects.toThrow('YAML is read')
  })

  test('startMock() answers, a PDF too', async () => {
    const script = `
      import { startMock } from 'invoicing-kit/mock'
      const mock = await startMock({ scenario: 'small', dialect: 'strict' })
      const headers = { 'x-auth-token': mock.target.api_key }
      const { invoices } = await (await fetch(mock.base_url + '/invoices', { headers })).json()
      const { invoice } = await (await fetch(mock.base_url + '/invoices/' + invoices[0].slug + '/pdf', { headers })).json()
      console.log(new TextDecoder().decode((await (await fetch(invoice.pdf_url)).arrayBuffer()).slice(0, 5)))
      await mock.close()`
    await kit.write('script.js', script)
    expect((await kit.node('script.js')).stdout).toBe('%PDF-\n')
  })

  test('can be required', async () => {
    await kit.write(
      'script.cjs',
      `const { startMock } = require('invoicing-kit/mock')
      const { title } = require('invoicing-kit/schemas/target.json')
      startMock({ scenario: 'empty' }).then((mock) => mock.close()).then(() => console.log(title))`,
    )
    expect((await kit.node('script.cjs')).stdout).toBe('TargetFile\n')
  })

  test.each(scripts)('runs the shell script of %s', async (_, script) => {
    await expect(kit.run('bash', ['-euc', script])).resolves.toBeDefined()
  })
})

/** As a strict project sets the compiler. */
const STRICT = { strict: true, noEmit: true, skipLibCheck: false, types: ['node'] }

/**
 * What the oldest compiler that we know says of these files and of all that is installed with the kit. The libraries of
 * TypeScript and Node are taken as they are, which saves most of the time, and so is vitest, which is linked from here.
 */
function compiled(names: readonly string[]): string[] {
  const host = ts.createCompilerHost({})
  host.getCurrentDirectory = () => kit.folder
  const paths = names.map((name) => join(kit.folder, name))
  const { NodeNext: module } = ts.ModuleKind
  const { NodeNext: moduleResolution } = ts.ModuleResolutionKind
  const target = ts.ScriptTarget.ES2022
  const program = ts.createProgram(paths, { ...STRICT, target, module, moduleResolution }, host)
  const installed = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(kit.folder) && !fileName.includes('/@types/node/'))
  expect(installed.length).toBeGreaterThan(names.length)
  const found = installed.flatMap((file) => ts.getPreEmitDiagnostics(program, file))
  return [...program.getOptionsDiagnostics(), ...found].map(
    ({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`,
  )
}

/** Names in brackets that are neither literals nor well-known symbols: the compiler emits them, and an older one cannot read them. */
function computedNames(declarations: string): string[] {
  const source = ts.createSourceFile('its.d.ts', declarations, ts.ScriptTarget.Latest, true)
  const within = (node: ts.Node): string[] => {
    const own = ts.isComputedPropertyName(node) && ts.isIdentifier(node.expression) ? [node.getText()] : []
    return [...own, ...node.getChildren().flatMap(within)]
  }
  return within(source)
}

/** The errors that the newest compiler, which is many times faster, finds in them. */
async function errorsByNewest(names: readonly string[], resolution: object): Promise<string[]> {
  const compilerOptions = { ...STRICT, target: 'es2022', ...resolution }
  await kit.write('tsconfig.json', JSON.stringify({ compilerOptions, files: names }))
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
  const { stdout } = await kit
    .node(compiler, '--project', 'tsconfig.json')
    .catch((error: unknown) => ({ stdout: String(Object(error).stdout) }))
  return stdout.split('\n').filter((line) => line.includes(': error '))
}

describe('its types', () => {
  const script = `
    import { CLAUSES, openapi, type Dialect, type InvoiceDetail, type Scenario, type Target } from 'invoicing-kit'
    import { jsonReport, loadTarget, run } from 'invoicing-kit/conformance'
    import { fixtures, makeOrder } from 'invoicing-kit/fixtures'
    import { createApp, PARTS, startMock } from 'invoicing-kit/mock'
    export const scenario: Scenario = { description: 'One store', stores: [{ name: 'a', api_key: 'k' }] }
    export const dialect: Partial<Dialect> = { 'status.unauthorized': 403 }
    export const { base_url, stores, target } = await startMock({ scenario, dialect, seed: 7, port: 0 })
    export const text: string = base_url + stores[0]?.api_key + target.order_ids?.[0]
    export const { app } = await createApp({ handlers: PARTS.handlers })
    export const judged: Target = await loadTarget({ target: 'target.json' })
    export const invoices: InvoiceDetail[] = fixtures('invoice', { count: 2 })
    export const says: string = CLAUSES['create.persists'].says + makeOrder({ seed: 1 }).name
    export const report = jsonReport(await run(judged, {}), [openapi().info.title])
    export const own = await run(target, { clauses: ['settings.read'] })
    // @ts-expect-error it is a text
    export const number: number = base_url
    // @ts-expect-error there is no such thing
    app.no.such.thing()
    // @ts-expect-error there is no such option
    await startMock({ senario: 'small' })
    // @ts-expect-error there is no such kind
    fixtures('envoice')
    // @ts-expect-error the data behind it is nobody's business
    export const { mock } = await startMock()
    // @ts-expect-error its numbers are integers
    export const wrong: Dialect['status.created'] = '201'`

  beforeAll(async () => {
    await kit.write('use.ts', script)
    await kit.write(
      'json.ts',
      `import schema from 'invoicing-kit/schemas/scenario.json' with { type: 'json' }
       export const title: string = schema.title`,
    )
  })

  test('are clean without skipLibCheck, as are the samples of the pages', async () => {
    for (const { folder, file, text } of samples) {
      await mkdir(join(kit.folder, folder), { recursive: true })
      await kit.write(file, text)
    }
    expect(compiled(['use.ts', 'json.ts', ...samples.map(({ file }) => file)])).toEqual([])
  })

  test('the README has a sample that is a test', () => {
    expect(runnable.map(({ folder }) => folder)).toContain('pages/README-md')
  })

  test.each([...new Set(runnable.map(({ folder }) => folder))])('the tests of %s pass', async (folder) => {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
    const files = runnable
      .filter((sample) => sample.folder === folder)
      .map(({ file }) => file.slice(folder.length + 1))
    const options = ['--root', folder, '--reporter=json', '--testTimeout=0', '--hookTimeout=0']
    const { stdout } = await kit.node(vitest, 'run', ...files, ...options)
    const { success, numPassedTests } = JSON.parse(stdout)
    expect({ success, hasTests: numPassedTests > 0 }).toEqual({ success: true, hasTests: true })
  })

  test('have no field whose name is computed, which compilers before 5.9 refuse', async () => {
    const files = kit.files.filter((file) => file.endsWith('.d.ts'))
    expect(files.length).toBeGreaterThan(100)
    const found = await Promise.all(files.map(async (file) => computedNames(await read(file))))
    expect(found.flat()).toEqual([])
  })

  test.each<[string, string[], object]>([
    // It knows no JSON modules.
    ['node16', ['use.ts'], { module: 'node16', moduleResolution: 'node16' }],
    [
      'bundler',
      ['use.ts', 'json.ts'],
      { module: 'esnext', moduleResolution: 'bundler', resolveJsonModule: true },
    ],
  ])('are clean in the resolution %s', async (_, names, resolution) => {
    await kit.write('wrong.ts', "import 'invoicing-kit/nothing'")
    expect(await errorsByNewest([...names, 'wrong.ts'], resolution)).toEqual([
      expect.stringMatching(/^wrong\.ts\(1,8\): error /),
    ])
  })
})
