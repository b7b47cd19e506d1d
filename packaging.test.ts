import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMockProcess } from './mock-server/testing/cli-process.ts'

interface Locked {
  dev?: boolean
  devOptional?: boolean
}

const run = promisify(execFile)
const root = import.meta.dirname
const QUIET = { npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false' }
const npm = (args: string[], cwd = root) => run('npm', args, { cwd, env: { ...process.env, ...QUIET } })
const read = (file: string) => readFile(join(root, file), 'utf8')
const readme = await read('README.md')

/** Fenced blocks of the README, by language. */
const samples = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((found) => found[1] ?? '')

let folder = ''
let tarball = ''
let files: string[] = []

/** The project of a user who installed the packed kit. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-package-'))
  await npm(['run', 'build'])
  const { stdout } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder])
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  tarball = packed?.filename ?? ''
  files = packed?.files.map(({ path }) => path) ?? []
  await install()
  // What else a user has installed.
  await link(join(root, 'node_modules', 'vitest'), 'vitest')
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** `npm install ./invoicing-kit-….tgz`, with the versions of our lock file, which the npm cache has since `npm ci`. */
async function install(): Promise<void> {
  const { devDependencies: _, ...kit } = JSON.parse(await read('package.json')) as { devDependencies: object }
  const lock = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Locked> }
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
  )
  const dependencies = { 'invoicing-kit': `file:${tarball}` }
  const packages = {
    '': { dependencies },
    'node_modules/invoicing-kit': { ...kit, resolved: `file:${tarball}` },
    ...Object.fromEntries(shipped),
  }
  await write('package.json', JSON.stringify({ private: true, type: 'module', dependencies }))
  await write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }))
  try {
    await npm(['ci', '--prefer-offline', '--fetch-retries=0'], folder)
  } catch (error) {
    console.warn(
      `npm cannot install (${String(error).split('\n')[1]}): the packages of this clone are linked`,
    )
    await unpack(shipped.map(([path]) => path.replace('node_modules/', '')))
  }
}

/** What npm would have done. */
async function unpack(packages: readonly string[]): Promise<void> {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true })
  const home = join(folder, 'node_modules', 'invoicing-kit')
  await mkdir(home, { recursive: true })
  await run('tar', ['-xzf', join(folder, tarball), '-C', home, '--strip-components', '1'])
  for (const name of packages.filter((path) => !path.includes('node_modules')))
    await link(join(root, 'node_modules', name), name)
  await link(join(home, 'invoicing-kit.js'), '.bin/invoicing-kit')
}

async function link(target: string, name: string): Promise<void> {
  const path = join(folder, 'node_modules', name)
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

const write = (name: string, content: string) => writeFile(join(folder, name), content)

const node = (...args: string[]) => run(process.execPath, args, { cwd: folder })

describe('the tarball', () => {
  test('holds compiled code, types and data, and nothing else', () => {
    for (const file of [
      'index.d.ts',
      'mock-server/index.d.ts',
      'scenarios/default.yaml',
      'contract/openapi.json',
    ])
      expect(files).toContain(`dist/${file}`)
    expect(files).toEqual(
      expect.arrayContaining(['invoicing-kit.js', 'LICENSE', 'README.md', 'CHANGELOG.md']),
    )
    const stray =
      /\.test\.|\/(testing|bench|subjects|mutants)\/|\/(bench|samples|read-back)\.|[^d]\.ts$|\.map$/
    expect(files.filter((file) => stray.test(file))).toEqual([])
  })

  test('brings the fonts and pages that are used, with their licences', () => {
    const vendored = files.filter((file) => file.startsWith('dist/vendor/'))
    expect(vendored.filter((file) => file.endsWith('.ttf'))).toHaveLength(12)
    expect(vendored.filter((file) => file.endsWith('/LICENSE_FONT'))).toHaveLength(6)
    expect(vendored.filter((file) => file.includes('/swagger-ui-dist/'))).toHaveLength(4)
  })

  test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'conformance/README.md'])(
    'has what %s leads to',
    async (page) => {
      const links = [...(await read(page)).matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(
        ([, a, b]) => a ?? b ?? '',
      )
      const own = links.filter((address) => !/^(https?:|#)/.test(address))
      expect(
        own.map((address) => join(dirname(page), address)).filter((file) => !files.includes(file)),
      ).toEqual([])
    },
  )

  test.each([
    ['publint', ['--strict']],
    ['attw', ['--profile', 'esm-only']],
  ])('satisfies %s', async (name, flags) => {
    const checker = join(root, 'node_modules', '.bin', name)
    // It tells what is wrong on either, and ends with an error.
    const said = await run(checker, [...flags, join(folder, tarball)]).catch((error: unknown) => error)
    expect(said).not.toBeInstanceOf(Error)
  })
})

describe('what is installed', () => {
  test('runs with npx', async () => {
    const npx = ['--no-install', 'invoicing-kit']
    const { stdout } = await run('npx', [...npx, 'scenario', 'list'], { cwd: folder })
    expect(stdout).toContain('default')
  })

  test('`invoicing-kit mock` answers, its documentation too', async () => {
    const bin = join(folder, 'node_modules', '.bin', 'invoicing-kit')
    const mock = await startMockProcess(['--data', join(folder, 'data')], [bin])
    const [{ api_key } = { api_key: '' }] = mock.stores
    const status = async (path: string) =>
      (await fetch(new URL(path, mock.base_url), { headers: { 'x-auth-token': api_key } })).status
    for (const path of ['invoices', '/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])
      expect({ path, status: await status(path) }).toEqual({ path, status: path === 'invoices' ? 404 : 200 })
    expect(await status('/api/v1/external/invoices')).toBe(200)
    expect(await mock.end('SIGTERM')).toBe(0)
  })

  test('startMock() answers, a PDF too', async () => {
    const script = `
      import { startMock } from 'invoicing-kit/mock'
      const mock = await startMock({ scenario: 'small' })
      const headers = { 'x-auth-token': mock.target.api_key }
      const { invoices } = await (await fetch(mock.base_url + '/invoices', { headers })).json()
      const { invoice } = await (await fetch(mock.base_url + '/invoices/' + invoices[0].slug + '/pdf', { headers })).json()
      console.log(new TextDecoder().decode((await (await fetch(invoice.pdf_url)).arrayBuffer()).slice(0, 5)))
      await mock.close()`
    await write('script.js', script)
    expect((await node('script.js')).stdout).toBe('%PDF-\n')
  })

  test('can be required', async () => {
    await write(
      'script.cjs',
      `const { startMock } = require('invoicing-kit/mock')
      const { title } = require('invoicing-kit/schemas/target.json')
      startMock({ scenario: 'empty' }).then((mock) => mock.close()).then(() => console.log(title))`,
    )
    expect((await node('script.cjs')).stdout).toBe('TargetFile\n')
  })

  test('runs what the README shows a shell', async () => {
    const [script = '', ...others] = samples('bash')
    expect(others).toEqual([])
    await run('bash', ['-euc', script], { cwd: folder })
  })
})

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

  const [{ Node16, NodeNext, ESNext }, { Node16: like16, NodeNext: likeNext, Bundler }] = [
    ts.ModuleKind,
    ts.ModuleResolutionKind,
  ]

  /**
   * What the compiler says of these files in a strict project, without `skipLibCheck`; only the libraries of TypeScript
   * and Node are taken as they are, which takes most of the time.
   */
  function compiled(names: readonly string[], options: ts.CompilerOptions): string[] {
    const paths = names.map((name) => join(folder, name))
    const strict = { strict: true, noEmit: true, skipLibCheck: false, target: ts.ScriptTarget.ES2022 }
    const host = ts.createCompilerHost({})
    host.getCurrentDirectory = () => folder
    const program = ts.createProgram(paths, { ...strict, types: ['node'], ...options }, host)
    const checked = program
      .getSourceFiles()
      .filter(({ fileName }) => !/node_modules\/(typescript|@types\/node)\//.test(fileName))
    expect(checked.length).toBeGreaterThan(names.length)
    const found = [
      program.getOptionsDiagnostics(),
      ...checked.map((file) => ts.getPreEmitDiagnostics(program, file)),
    ]
    return found.flat().map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`)
  }

  /** Writes the samples of the README that are wanted, and answers their files. */
  async function sampleFiles(wanted: (sample: string) => boolean): Promise<string[]> {
    const chosen = samples('ts').filter(wanted)
    const named = chosen.map((sample, index) => ({
      sample,
      name: sample.includes('vitest') ? `readme-${index}.test.ts` : `readme-${index}.ts`,
    }))
    await Promise.all(named.map(({ name, sample }) => write(name, sample)))
    return named.map(({ name }) => name)
  }

  test.each([
    ['node16', { module: Node16, moduleResolution: like16 }],
    ['nodenext', { module: NodeNext, moduleResolution: likeNext }],
    ['bundler', { module: ESNext, moduleResolution: Bundler, resolveJsonModule: true }],
  ])(
    'are clean without skipLibCheck in the resolution %s, as are the samples of the README',
    async (_, options) => {
      await write('use.ts', script)
      await write(
        'json.ts',
        `import schema from 'invoicing-kit/schemas/scenario.json' with { type: 'json' }
       export const title: string = schema.title`,
      )
      const uses = options.module === Node16 ? ['use.ts'] : ['use.ts', 'json.ts']
      const shown = await sampleFiles((sample) => !sample.includes('vitest'))
      expect(shown).toHaveLength(2)
      expect(compiled([...uses, ...shown], options)).toEqual([])
    },
  )

  test('suit the samples that are tests, which pass', async () => {
    const names = await sampleFiles((sample) => sample.includes('vitest'))
    expect(names).toHaveLength(3)
    // What vitest itself declares is not ours to check.
    const options = { module: NodeNext, moduleResolution: likeNext, skipLibCheck: true }
    expect(compiled(names, options)).toEqual([])
    await rm(join(folder, 'readme-1.test.ts')) // judges a deployment
    const { stdout } = await node(
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--reporter=json',
    )
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 3, numTotalTests: 3 })
  })
})
