import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FRONT_DOOR } from '../schemas/testing/front-door.ts'
import { IS_LONG } from '../schemas/testing/sample.ts'
import type { RehearsalReport } from '../schemas/types.ts'
import { CLIENTS, type ExampleClient } from './testing/clients.ts'

/** What the naive client does not survive, by its faults. */
const PREDICTED = {
  'takes 201 alone': ['status.created=200', 'createInvoice=cut:once', 'createInvoice=lost-answer:once'],
  'compares ids as 32 bits': ['format.ids=large'],
  'takes money for a number': ['format.money=3', 'format.money=4', 'format.money=trimmed'],
  'reads the first page': [
    'list.order=oldest_first',
    'list.order=name',
    'data=many-invoices+list.order=oldest_first',
  ],
  'repeats every POST': ['sendInvoiceEmail=cut:once', 'sendInvoiceEmail=lost-answer:once'],
}
const failuresOf: Record<ExampleClient['kind'], string[]> = {
  good: [],
  naive: Object.values(PREDICTED).flat(),
}

/** Ends with what the command found, written as JSON. */
async function rehearse({ folder, command }: ExampleClient, flags: string[]): Promise<RehearsalReport> {
  const reports = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  onTestFinished(() => rmSync(reports, { recursive: true }))
  const file = join(reports, 'report.json')
  const words = [...FRONT_DOOR, 'rehearse', '--report', `json=${file}`, ...flags, '--', ...command]
  // It ends with 1 where something is not survived.
  const printed = await new Promise<string>((resolve) =>
    execFile(process.execPath, words, { cwd: folder }, (_, stdout, stderr) => resolve(stdout + stderr)),
  )
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RehearsalReport // what the command writes
  } catch {
    throw new Error(`There is no report: ${printed}`)
  }
}

const named = ({ variations }: RehearsalReport, verdict: RehearsalReport['variations'][number]['verdict']) =>
  variations.filter((variation) => variation.verdict === verdict).map(({ name }) => name)

/** `npm run rehearsals` takes all of them, which is a matter of minutes. */
const isWhole = process.env['REHEARSALS'] === 'all'

describe.runIf(isWhole)('in the whole rehearsal', () => {
  test.each(CLIENTS)('$name fails where its faults predict it, and nowhere else', async (client) => {
    const report = await rehearse(client, ['--jobs', '2'])
    expect(named(report, 'not_survived').toSorted()).toEqual(failuresOf[client.kind].toSorted())
    expect(named(report, 'not_judged')).toEqual([])
    expect(named(report, 'survived').length).toBeGreaterThan(80)
  })
})

// A first look for `npm run test:long`; `npm test` has the clients pass, and a naive one rehearsed in its own process.
describe.runIf(IS_LONG && !isWhole)('under a fault and another answer', () => {
  // That in Python, which is the faster one, if there is Python.
  const naive = CLIENTS.filter(({ kind }) => kind === 'naive').slice(-1)

  test.each(naive)('$name fails where its faults predict it', async (client) => {
    const tried = ['status.created=200', 'createInvoice=reset:once']
    const report = await rehearse(client, ['--scenario', 'small', '--only', ...tried])
    expect(named(report, 'not_survived')).toEqual(['status.created=200'])
    expect(named(report, 'survived')).toEqual(['createInvoice=reset:once'])
  })
})
