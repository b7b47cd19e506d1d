import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { startLedgerChild } from '../../proof/testing/ledger-child.ts'
import type { LedgerEntries } from './ledger-book.ts'
import { Ledger } from './ledger.ts'

const HERE = 'http://here/api 1'

let root: string
let folder: string
const opened: Ledger[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ledger-'))
  folder = root
})
afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close()
  rmSync(root, { recursive: true })
})

async function open(deployment = HERE): Promise<Ledger> {
  const ledger = await Ledger.open(folder, deployment)
  opened.push(ledger)
  return ledger
}

/** Takes over whatever it may. */
async function takenOver(deployment = HERE): Promise<LedgerEntries> {
  const ledger = await open(deployment)
  await ledger.takeOver()
  return ledger.entries
}

const names = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending))

const NOTHING = { templates: [], customers: [], settings: {}, other_settings: {}, orders: {}, markers: [] }
const NOTED = {
  ...NOTHING,
  templates: [1],
  customers: [2],
  settings: { footer_message: 'as it was' },
}

const startRun = (deployment = HERE) => startLedgerChild(folder, deployment)

test('a run that is at work is left alone, a killed one is taken over by one of several at once', async () => {
  const run = await startRun()
  expect(await takenOver()).toEqual(NOTHING)
  await run.kill()
  const others = await Promise.all(Array.from({ length: 6 }, () => takenOver()))
  expect(others.filter(({ templates }) => templates.length > 0)).toEqual([NOTED])
  expect(names('.json')).toHaveLength(1)
})

test('what was taken over is taken over once more when that run is killed as well', async () => {
  for (const deployment of [HERE, HERE]) await (await startRun(deployment)).kill()
  // Between the taking over and the noting of it: the file has the name of a run that is dead.
  const [one = '', other = ''] = names('.json')
  const owner = /-(\w+-\w+)\./.exec(other)?.[1]
  renameSync(join(folder, one), join(folder, `.invoicing-kit-conformance-${owner}.1.json`))
  expect(await takenOver()).toEqual({ ...NOTED, templates: [1, 1], customers: [2, 2] })
})

test('runs on one deployment do not touch what others left', async () => {
  await (await startRun('http://elsewhere/api 1')).kill()
  expect(await takenOver()).toEqual(NOTHING)
  expect(await takenOver('http://elsewhere/api 1')).toEqual(NOTED)
})

test('two runs note beside each other, and nothing stays when both have ended', async () => {
  const [one, other] = [await open(), await open()]
  one.created('templates', 1)
  other.created('templates', 2)
  await Promise.all([one.takeOver(), other.takeOver()])
  expect([one.entries.templates, other.entries.templates]).toEqual([[1], [2]])
  one.deleted('templates', 1)
  other.deleted('templates', 2)
  one.close()
  other.close()
  expect(readdirSync(folder)).toEqual([])
})

test('what a run could not undo at its end is for the next one', async () => {
  const ledger = await open()
  ledger.created('customers', 7)
  ledger.close()
  expect(await takenOver()).toEqual({ ...NOTHING, customers: [7] })
})

test('a record is there until it is deleted, though its id is given to another', async () => {
  const run = await open()
  run.created('templates', 5)
  const first = run.watch('templates', 5)
  expect(first.isThere()).toBe(true)
  run.deleted('templates', 5)
  expect(first.isThere()).toBe(false)
  run.created('templates', 5)
  expect([first.isThere(), run.watch('templates', 5).isThere()]).toEqual([false, true])
})

test('what the run has deleted was made by it, unless its id was given again', async () => {
  const run = await open()
  run.created('templates', 5)
  run.deleted('templates', 5)
  expect([run.holds('templates', 5), run.hasMade('templates', 5)]).toEqual([false, true])
  expect(run.hasMade('templates', 6)).toBe(false)
  run.created('templates', 5)
  run.deleted('templates', 5)
  expect(run.hasMade('templates', 5)).toBe(false)
})

test('a line that a killed run wrote half is left out, and a long file is written anew', async () => {
  const run = await open()
  for (let id = 1; id <= 400; id++) run.created('customers', id)
  const file = join(folder, names('.json')[0] ?? '')
  expect(statSync(file).size).toBeLessThan(70_000)
  appendFileSync(file, '{"half')
  const name = '.invoicing-kit-conformance-over-001122334455.json'
  renameSync(file, join(folder, name))
  expect((await takenOver()).customers).toHaveLength(400)
})

test('half a file of earlier versions, of which a line is JSON by itself, tells nothing', async () => {
  const file = join(folder, '.invoicing-kit-conformance.json')
  writeFileSync(file, `{\n  "${HERE}": {\n    "templates": [\n      1`)
  expect(await takenOver()).toEqual(NOTHING)
})

test('the one file of earlier versions is taken over, and what it holds of others stays to be', async () => {
  const book = { [HERE]: NOTED, 'http://elsewhere/api 1': { ...NOTHING, customers: [9] } }
  writeFileSync(join(folder, '.invoicing-kit-conformance.json'), JSON.stringify(book, null, 2))
  expect(await takenOver()).toEqual(NOTED)
  expect(await takenOver('http://elsewhere/api 1')).toEqual({ ...NOTHING, customers: [9] })
})

test('of a run on another machine time alone decides', async () => {
  const file = join(folder, '.invoicing-kit-conformance-0badcafe-001122334455.json')
  writeFileSync(file, JSON.stringify({ [HERE]: NOTED }))
  expect(await takenOver()).toEqual(NOTHING)
  const long_ago = new Date(Date.now() - 3 * 3600 * 1000)
  utimesSync(file, long_ago, long_ago)
  expect(await takenOver()).toEqual(NOTED)
})

test('turn and socket of a killed run that had nothing to undo go too', async () => {
  const run = await startRun()
  await run.kill()
  for (const name of names('.json')) rmSync(join(folder, name))
  expect(names('.sock')).toHaveLength(1)
  const next = await open()
  while (!(await next.takeTurn()));
  await next.takeOver()
  for (const ledger of opened.splice(0)) ledger.close()
  expect(readdirSync(folder)).toEqual([])
})

test('in a folder whose name is too long for a socket runs note all the same', async () => {
  folder = join(folder, 'long'.repeat(20), 'longer'.repeat(20))
  mkdirSync(folder, { recursive: true })
  const ledger = await open()
  ledger.created('templates', 3)
  expect(await takenOver()).toEqual(NOTHING)
  expect(readFileSync(join(folder, names('.json')[0] ?? ''), 'utf8')).toContain('3')
})

test('a folder that is not there is refused in words', async () => {
  await expect(Ledger.open(join(folder, 'nowhere'), HERE)).rejects.toThrow(UsageError)
})

/** How many of them the turn is given to. */
const given = async (ledgers: readonly Ledger[]) =>
  (await Promise.all(ledgers.map((ledger) => ledger.takeTurn()))).filter(Boolean).length

describe('the turn on a deployment', () => {
  test('stays with one run until it ends, and another deployment has another', async () => {
    const first = await open()
    const others = [await open(), await open()]
    expect(await given([first, ...others])).toBe(1)
    expect(await given(others)).toBe(0)
    expect(await (await open('http://elsewhere/api 1')).takeTurn()).toBe(true)
    first.close()
    expect(await given(others)).toBe(1)
  })

  test('of a killed run goes to one of several that want it', async () => {
    const run = await startRun()
    const others = await Promise.all(Array.from({ length: 6 }, () => open()))
    expect(await given(others)).toBe(0)
    await run.kill()
    // Whoever tidies up keeps the proof that it is lost.
    for (const name of names('.json')) rmSync(join(folder, name))
    await (await open('http://elsewhere/api 1')).takeOver()
    let winners = 0
    for (let round = 0; round < 4; round++) winners += await given(others)
    expect(winners).toBe(1)
  })
})
