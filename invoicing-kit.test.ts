import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runFrontDoor } from './mock-server/testing/cli-process.ts'

const root = import.meta.dirname
const LAUNCHER = join(root, 'invoicing-kit.js')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kit-launcher-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A module that makes Node take itself for another version. */
const posingAs = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`

describe('the command', () => {
  test('runs the sources of a clone', async () => {
    const { code, stdout, stderr } = await runFrontDoor(['scenario', 'list'], [LAUNCHER])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('default')
  })

  test('keeps exit codes', async () => {
    expect(await runFrontDoor(['mokc'], [LAUNCHER])).toMatchObject({ code: 2 })
  })

  test.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.1'])(
    'says to Node %s what it needs',
    async (version) => {
      const { code, stdout, stderr } = await runFrontDoor(['mock'], ['--import', posingAs(version), LAUNCHER])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toBe(
        `error: invoicing-kit needs Node 20.19, 22.13, or 24 and later, and this is Node ${version}.\n`,
      )
    },
  )

  test.each(['20.19.0', '22.13.0', '24.0.0', '25.1.0'])('runs on Node %s', async (version) => {
    expect(await runFrontDoor(['--version'], ['--import', posingAs(version), LAUNCHER])).toMatchObject({
      code: 0,
    })
  })

  test('needs the Node that package.json names', async () => {
    const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { engines: object }
    expect(engines).toEqual({ node: '^20.19 || ^22.13 || >=24' })
  })

  test('says when it was installed without being built', async () => {
    await cp(LAUNCHER, join(folder, 'invoicing-kit.mjs'))
    const { code, stderr } = await runFrontDoor(['mock'], [join(folder, 'invoicing-kit.mjs')])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^error: invoicing-kit is not built: .*\n$/)
  })
})

test('to end `npm start` is to end the mock', async () => {
  const npm = spawn(
    'npm',
    ['start', '--silent', '--', '--memory', '--scenario', 'empty', '--port', '0', '--json'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const [line] = (await once(npm.stdout.setEncoding('utf8'), 'data')) as [string]
  const { pid } = JSON.parse(line) as { pid: number }
  onTestFinished(() => void endIfLeft(pid))
  // The pipe is the mock's too: it closes when both have ended.
  const closed = once(npm.stdout, 'close')
  npm.kill('SIGTERM')
  await closed
  expect(endIfLeft(pid)).toBe(false)
})

/** Whether there was such a process still. */
function endIfLeft(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false // it has ended
  }
}

/** A project with our prepare.js, whose build leaves a file. */
const project = async (name: string, tsx: boolean) => {
  const home = join(folder, name)
  await mkdir(tsx ? join(home, 'node_modules', 'tsx') : home, { recursive: true })
  await cp(join(root, 'prepare.js'), join(home, 'prepare.js'))
  const build = `node -e "fs.writeFileSync('built', '')"`
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module', scripts: { build } }))
  return home
}

describe('prepare', () => {
  test.each([
    ['builds a package for another project', 'other', true, '/elsewhere', true],
    ['leaves a clone that is installed for itself', 'clone', true, null, false],
    ['leaves an installation without what it takes to build', 'omitted', false, '/elsewhere', false],
  ])('%s', async (_, name, tsx, from, built) => {
    const home = await project(name, tsx)
    const child = spawn(process.execPath, ['prepare.js'], {
      cwd: home,
      env: { ...process.env, INIT_CWD: from ?? home },
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([0, null])
    const found = await readFile(join(home, 'built')).then(
      () => true,
      () => false,
    )
    expect(found).toBe(built)
  })
})
