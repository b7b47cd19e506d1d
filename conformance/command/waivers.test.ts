import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import type { Waiver } from '../../schemas/types.ts'
import { failure, madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { acceptedBy, readWaivers, waive, waiverProblems } from './waivers.ts'

const NOW = Date.UTC(2026, 5, 15, 23, 59)
const waiver = (given: Partial<Waiver> = {}): Waiver => ({
  clause: 'shape.invoice-detail',
  reason: 'fixed soon',
  expires: '2026-06-15',
  ...given,
})
const deviation = (field: string | undefined) => failure(field === undefined ? {} : { field })
const failing = (first?: string, ...others: string[]) =>
  madeUpResult([
    verdict('shape.invoice-detail', 'fail', {
      failures: [deviation(first), ...others.map(deviation)],
    }),
  ])

describe('a run with --bail', () => {
  test.each<[string, Partial<Waiver>, boolean]>([
    ['goes on at what is waived', {}, true],
    ['goes on at a waived field', { field: 'billing_address' }, true],
    ['stops at another field', { field: 'note' }, false],
    ['stops at another clause', { clause: 'shape.money' }, false],
    ['stops where the waiver is expired', { expires: '2026-06-14' }, false],
  ])('%s', (_, given, accepted) => {
    const accepts = acceptedBy([waiver(given)], NOW)
    expect(accepts('shape.invoice-detail', failure({ field: 'billing_address.city' }))).toBe(accepted)
  })
})

describe('a failure', () => {
  test.each<[string, (string | undefined)[], Waiver[], string]>([
    ['without a waiver fails', [undefined], [], 'fail'],
    ['is waived with its clause', ['note'], [waiver()], 'waived'],
    ['of another clause fails', ['note'], [waiver({ clause: 'shape.money' })], 'fail'],
    ['is waived with its field', ['note'], [waiver({ field: 'note' })], 'waived'],
    [
      'is waived with what its field lies in',
      ['billing_address.city'],
      [waiver({ field: 'billing_address' })],
      'waived',
    ],
    [
      'in a list is waived for all items',
      ['line_items.3.title'],
      [waiver({ field: 'line_items.title' })],
      'waived',
    ],
    ['of another field fails', ['notes'], [waiver({ field: 'note' })], 'fail'],
    ['of no known field needs a waiver of the clause', [undefined], [waiver({ field: 'note' })], 'fail'],
    ['beside one that is not waived fails', ['note', 'number'], [waiver({ field: 'note' })], 'fail'],
    [
      'is waived when two waivers cover all',
      ['note', 'number'],
      [waiver({ field: 'note' }), waiver({ field: 'number' })],
      'waived',
    ],
    ['with an expired waiver fails', ['note'], [waiver({ expires: '2026-06-14' })], 'fail'],
  ])('%s', (_, fields, waivers, outcome) => {
    expect(waive(failing(...fields), waivers, NOW).result.verdicts[0]?.outcome).toBe(outcome)
  })

  test('that is waived shows the reason, one that is not shows itself', () => {
    const waived = waive(failing('note'), [waiver()], NOW).result.verdicts[0]
    expect(waived).toMatchObject({ reason: 'fixed soon (until 2026-06-15)', failure: { field: 'note' } })
    const open = waive(failing('note', 'number'), [waiver({ field: 'note' })], NOW).result.verdicts[0]
    expect(open?.failure?.field).toBe('number')
  })
})

describe('notes tell', () => {
  test.each<[string, Waiver, string[]]>([
    ['nothing of a waiver that is used', waiver(), []],
    [
      'an expired one',
      waiver({ expires: '2026-06-14' }),
      ['The waiver of shape.invoice-detail expired on 2026-06-14.'],
    ],
    [
      'one that is not needed',
      waiver({ field: 'number' }),
      ['The waiver of shape.invoice-detail (number) is not needed: nothing deviates there.'],
    ],
    ['nothing of a clause that was not judged', waiver({ clause: 'shape.money' }), []],
  ])('%s', (_, one, notes) => {
    expect(waive(failing('note'), [one], NOW).notes).toEqual(notes)
  })

  test('one whose clause passes', () => {
    const result = madeUpResult([verdict('shape.invoice-detail', 'pass')])
    expect(waive(result, [waiver()], NOW).notes).toEqual([
      'The waiver of shape.invoice-detail is not needed: nothing deviates there.',
    ])
  })
})

describe('a waiver file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waivers-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('is YAML or JSON', () => {
    const yaml = 'waivers:\n  - clause: shape.money\n    reason: soon\n    expires: 2026-12-31\n'
    const expected = [{ clause: 'shape.money', reason: 'soon', expires: '2026-12-31' }]
    expect(readWaivers(file('a.yaml', yaml))).toEqual(expected)
    expect(readWaivers(file('a.json', JSON.stringify({ waivers: expected })))).toEqual(expected)
  })

  test.each<[string, unknown, RegExp]>([
    ['a list', [], /^the file must be an object/],
    ['no waivers', {}, /^waivers is required/],
    [
      'no expiry date',
      { waivers: [{ clause: 'shape.money', reason: 'soon' }] },
      /^waivers\.0\.expires is required/,
    ],
    ['a bad date', { waivers: [waiver({ expires: '31.12.2026' })] }, /^waivers\.0\.expires must be a date/],
    ['an empty reason', { waivers: [waiver({ reason: ' ' })] }, /^waivers\.0\.reason must/],
    ['an unknown field', { waivers: [{ ...waiver(), until: 1 }] }, /^waivers\.0\.until is unknown/],
    [
      'an unknown clause',
      { waivers: [waiver({ clause: 'shape.mony' })] },
      /^waivers\.0\.clause .* shape\.money\?/,
    ],
  ])('with %s is refused in one line', (_, content, message) => {
    expect(waiverProblems(content)).toEqual([expect.stringMatching(message)])
    const name = file('wrong.json', JSON.stringify(content))
    expect(() => readWaivers(name)).toThrow(UsageError)
    expect(() => readWaivers(name)).toThrow(
      /^waivers [^\n]*wrong\.json: [^\n]* A waiver file is \{"waivers": [^\n]*schemas\/waivers\.json\.$/,
    )
  })

  test('with several mistakes is told all of them, a line each', () => {
    const content = { waivers: [waiver({ clause: 'shape.mony' }), waiver({ clause: 'list.envelop' })] }
    expect(() => readWaivers(file('two.json', JSON.stringify(content)))).toThrow(
      /: 2 mistakes\. .*\nwaivers\.0\.clause .*shape\.money\?\nwaivers\.1\.clause .*list\.envelope\?$/,
    )
  })

  test('is told where it is UTF-16, as PowerShell writes it', () => {
    writeFileSync(join(folder, 'c.yaml'), '\uFEFFwaivers: []', 'utf16le')
    expect(() => readWaivers(join(folder, 'c.yaml'))).toThrow(/c\.yaml: it is UTF-16, [^\n]*$/)
  })

  test.each([
    ['none.yaml', undefined, 'there is no such file'],
    ['b.yaml', 'a: [1\nb: }', /^\S.* at line 2, column 1$/],
    ['d.yaml', 'waivers:\n  - clause: a\n  reason: x\n', /^\S.* at line 3, column 1$/],
    ['e.yaml', 'a: *b', /^Unresolved alias.*b$/],
  ])('that is missing or no YAML is refused in one line that names it: %s', (name, text, why) => {
    const path = text === undefined ? join(folder, name) : file(name, text)
    const said = messageOf(() => readWaivers(path))
    expect(said.startsWith(`waivers ${path}: `)).toBe(true)
    expect(said.slice(`waivers ${path}: `.length)).toMatch(why)
  })
})

function messageOf(read: () => unknown): string {
  try {
    return `it was read: ${JSON.stringify(read())}`
  } catch (error) {
    return error instanceof UsageError ? error.message : `not refused: ${String(error)}`
  }
}
