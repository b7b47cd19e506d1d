import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMockProcess } from './mock-server/testing/cli-process.ts'

const run = promisify(execFile)
const root = import.meta.dirname
const npm = (args: string[]) =>
  run('npm', args, { cwd: root, env: { ...process.env, npm_config_update_notifier: 'false' } })

let folder = ''
let files: string[] = []

/** Packs the kit and lays it into an empty folder as `npm install` would: with its own dependencies, no others. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-package-'))
  await npm(['run', 'build'])
  const { stdout } = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder])
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  files = packed?.files.map(({ path }) => path) ?? []
  const home = join(folder, 'node_modules', 'invoicing-kit')
  await mkdir(home, { recursive: true })
  await run('tar', ['-xzf', join(folder, packed?.filename ?? ''), '-C', home, '--strip-components', '1'])
  const { dependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    dependencies: object
  }
  for (const name of [...Object.keys(dependencies), '@types/node'])
    await link(join(root, 'node_modules', name), name)
  await link(join(home, 'dist', 'cli.js'), '.bin/invoicing-kit')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function link(target: string, name: string): Promise<void> {
  const path = join(folder, 'node_modules', name)
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

describe('the package', () => {
  test('holds compiled code, types and data, and nothing else', () => {
    expect(files).toContain('dist/cli.js')
    expect(files).toContain('dist/mock-server/index.d.ts')
    expect(files).toContain('dist/schemas/resources/invoice-detail.json')
    expect(files).toContain('dist/scenarios/default.yaml')
    expect(
      files.filter((file) => !/^(dist\/|README\.md|CHANGELOG\.md|LICENSE|package\.json)/.test(file)),
    ).toEqual([])
    expect(
      files.filter((file) => /\.test\.|\/(testing|bench|subjects|mutants)\/|[^d]\.ts$/.test(file)),
    ).toEqual([])
  })

  test('runs with npx', async () => {
    const npx = ['--no-install', 'invoicing-kit']
    const { stdout } = await run('npx', [...npx, 'scenario', 'list'], { cwd: folder })
    expect(stdout).toContain('default')
  })

  test('`invoicing-kit mock` answers', async () => {
    const bin = join(folder, 'node_modules', '.bin', 'invoicing-kit')
    const mock = await startMockProcess(['--data', join(folder, 'data')], [bin])
    const [{ api_key } = { api_key: '' }] = mock.stores
    const answer = await fetch(`${mock.base_url}/invoices`, { headers: { 'x-auth-token': api_key } })
    expect(answer.status).toBe(200)
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
    await writeFile(join(folder, 'script.js'), script)
    const { stdout } = await run(process.execPath, ['script.js'], { cwd: folder })
    expect(stdout).toBe('%PDF-\n')
  })

  test('has types', async () => {
    const script = `
      import { startMock } from 'invoicing-kit/mock'
      const { base_url, stores, target } = await startMock({ scenario: 'small', port: 0 })
      export const text: string = base_url + stores[0]?.api_key + target.order_ids?.[0]
      // @ts-expect-error it is a text
      export const number: number = base_url`
    await writeFile(join(folder, 'typed.ts'), script)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022']
    const { stdout } = await run(process.execPath, [tsc, ...flags, 'typed.ts'], { cwd: folder })
    expect(stdout).toBe('')
  })
})
