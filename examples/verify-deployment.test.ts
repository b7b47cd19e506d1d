import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTarget } from '../conformance/server/load-target.ts'
import { FRONT_DOOR } from '../schemas/testing/front-door.ts'

interface Step {
  run?: string
  uses?: string
  if?: string
  env?: { [name: string]: string }
  with?: { path?: string }
}

interface Job {
  'timeout-minutes': number
  steps: Step[]
}

const text = readFileSync(join(import.meta.dirname, 'verify-deployment.yml'), 'utf8')
const { jobs } = parse(text) as { jobs: { judge: Job } }
const { steps, 'timeout-minutes': minutes } = jobs.judge
const judging = steps.find(({ run }) => run?.includes('conformance run'))
const comparing = steps.find(({ run }) => run?.includes('conformance compare'))
const flag = (name: string) => Number(new RegExp(`--${name} (\\d+)`).exec(judging?.run ?? '')?.[1])

const folder = mkdtempSync(join(tmpdir(), 'verify-deployment-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the workflow to copy', () => {
  test('ends in its time: with a run of all clauses that need writes, and by its budget in any case', () => {
    // Requests of a run with all permissions on the mock. The other steps of the job get five minutes.
    const seconds = 9_700 / flag('max-rps')
    expect(seconds).toBeLessThan(flag('time-budget'))
    expect(flag('time-budget')).toBeLessThanOrEqual((minutes - 5) * 60)
  })

  test('shows keys to no step but the one that judges, and runs nothing that is not pinned', () => {
    const withSecrets = steps.filter((step) => JSON.stringify(step).includes('secrets.'))
    expect(withSecrets).toEqual([judging])
    expect(Object.keys(judging?.env ?? {})).toEqual(['INVOICING_API_KEY', 'PLATFORM_TOKEN'])
    for (const { run } of steps) expect(run ?? 'npm ci').toMatch(/^(?:npm ci$|npx --no-install |mkdir )/)
  })

  test('pins every action to a commit, with its version beside it', () => {
    const lines = text.split('\n').filter((line) => /^ +(?:- )?uses:/.test(line))
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('compares with the last good report, which only a green job replaces', () => {
    expect(comparing).toMatchObject({ if: expect.stringContaining('always()') })
    const replacing = steps.filter(({ run, with: options, uses }) =>
      `${run} ${uses?.includes('/save') ? options?.path : ''}`.includes(' baseline'),
    )
    expect(replacing.filter((step) => step !== comparing).map((step) => step.if)).toEqual([
      'success()',
      'success()',
    ])
  })

  test('shows a target in its comment that the suite takes, with a hook for fresh orders', () => {
    const [, shown = ''] = /target\.json is [^]*?\n(# {3}\{\n[^]*?\n# {3}\})/.exec(text) ?? []
    const target = parseTarget(JSON.parse(shown.replaceAll(/^# {3}/gm, '')), {
      INVOICING_API_KEY: 'key',
      PLATFORM_TOKEN: 'token',
    })
    expect([target.mistakes, target.hooks.create_order?.method]).toEqual([[], 'POST'])
  })

  test('keeps the reports however the run ended', () => {
    expect(steps.at(-1)).toMatchObject({ if: 'always()', uses: expect.stringContaining('upload-artifact') })
  })

  test('judges by a command that there is, which leaves its reports where they are kept', async () => {
    const [, ...args] =
      /invoicing-kit (.*)/s
        .exec(judging?.run ?? '')?.[1]
        ?.trim()
        .split(/\s+/) ?? []
    writeFileSync(join(folder, 'waivers.yaml'), 'waivers: []\n')
    const env = { ...process.env, GITHUB_STEP_SUMMARY: '' }
    const command = [...FRONT_DOOR, 'conformance', ...args]
    const { error, stdout } = await new Promise<{ error: { code?: unknown } | null; stdout: string }>(
      (resolve) =>
        execFile(process.execPath, command, { cwd: folder, env }, (failed, out) =>
          resolve({ error: failed, stdout: out }),
        ),
    )
    // There is no target.json here: it could not judge, and says so everywhere.
    expect(error?.code).toBe(2)
    expect(stdout).toMatch(
      /^::error title=Conformance%3A no judgement::.*cannot read the target target\.json/,
    )
    expect(readdirSync(join(folder, 'conformance')).toSorted()).toEqual([
      'junit.xml',
      'report.html',
      'report.json',
    ])
  })
})
