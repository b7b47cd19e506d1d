import { interruptible } from '../../schemas/command-line/interruption.ts'
import {
  parseReportFile,
  prepareReportFiles,
  writeReports,
  type Formats,
} from '../../schemas/command-line/report-files.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { useColors } from '../../schemas/command-line/use-colors.ts'
import { jsonText } from '../../schemas/printing/plain-text.ts'
import type { RehearsalReport } from '../../schemas/types.ts'
import { Expectations, readExpectations } from './judging/expectations.ts'
import { ProgressShown } from './reports/progress.ts'
import { reportOf, type Head, type Learned } from './reports/report.ts'
import { terminalReport } from './reports/terminal.ts'
import { Unfit } from './run/first-run.ts'
import type { RehearseOptions } from './run/options.ts'
import { rehearse } from './run/rehearse.ts'
import { parseVariable, VARIABLES } from './stage/environment.ts'
import { selectionOf } from './variations/selection.ts'

export interface Flags {
  with?: string[]
  only?: string[]
  random: number
  seed?: number
  jobs: number
  repeat: number
  timeout?: number
  scenario?: string
  env: string[]
  port?: number
  expect?: string
  report: string[]
  bail?: true
}

/** Each format is loaded only when it is asked for. */
const FORMATS: Formats<RehearsalReport> = {
  json: { text: async (report) => `${jsonText(report)}\n` },
  junit: { text: async (report) => (await import('./reports/junit.ts')).junitReport(report) },
  html: { text: async (report) => (await import('./reports/html.ts')).htmlReport(report) },
}

/** `invoicing-kit rehearse`: prints and writes its reports, and answers the exit code. @throws what `told` tells */
export async function runRehearsal(command: readonly string[], flags: Flags): Promise<number> {
  const files = flags.report.map((text) => parseReportFile(text, FORMATS))
  const options = optionsOf(command, flags)
  prepareReportFiles(files)
  const { scenario, seed } = options.setting
  const head: Head = {
    command,
    scenario,
    seed,
    flags: repeated(flags),
    jobs: options.jobs,
    repeat: options.repeat,
    started_at: Date.now(),
  }
  const report = reportOf(head, await learned(options))
  process.stdout.write(terminalReport(report, { colors: useColors(process.stdout) }))
  await writeReports(report, files)
  return report.exit_code
}

/** What of the flags has to be typed again where one variation is repeated alone. */
const repeated = ({ env, port, timeout, repeat, expect }: Flags): string[] => [
  ...env.flatMap((each) => ['--env', each]),
  ...(port === undefined ? [] : ['--port', String(port)]),
  ...(timeout === undefined ? [] : ['--timeout', String(timeout)]),
  ...(repeat === 1 ? [] : ['--repeat', String(repeat)]),
  ...(expect === undefined ? [] : ['--expect', expect]),
]

async function learned(options: Omit<RehearseOptions, 'signal' | 'onProgress'>): Promise<Learned> {
  const progress = new ProgressShown(process.stderr)
  try {
    return await interruptible((signal) =>
      rehearse({ ...options, signal, onProgress: (each) => progress.show(each) }),
    )
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    return {
      reason: error.isAskedFor ? error.message : `${error.message} ${HOW}`,
      output: error.ran?.output ?? null,
    }
  } finally {
    progress.end()
  }
}

const HOW = `It finds the mock by its environment: ${VARIABLES.map(({ name }) => name).join(', ')}; --env NAME=base_url sets another variable, and --port N serves a client with a fixed address.`

/** @throws {UsageError} */
function optionsOf(command: readonly string[], flags: Flags): Omit<RehearseOptions, 'signal' | 'onProgress'> {
  const { random, jobs, repeat, port = 0, scenario, seed, timeout, expect } = flags
  if (flags.with && flags.only)
    throw new UsageError('--with says what to try, and so does --only: give one of them')
  if (port !== 0 && jobs > 1)
    throw new UsageError(`--port ${port} is for one mock at a time: leave out --jobs ${jobs}, or --port`)
  return {
    command,
    setting: { scenario, seed, port },
    variables: flags.env.map(parseVariable),
    selection: selectionOf(flags.with ?? flags.only ?? []),
    random,
    jobs,
    repeat,
    timeout_ms: timeout === undefined ? undefined : timeout * 1000,
    bail: flags.bail ?? false,
    expectations:
      expect === undefined ? new Expectations([], Date.now()) : readExpectations(expect, Date.now()),
  }
}
