import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

const idle = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}`)
const shown = (lines: readonly string[], most = 12) => excerpt(`${lines.join('\n')}\n`, most)

test('an output that is short is shown as it is', () => {
  expect(excerpt('one\r\n\n  two\n', 3)).toEqual(['one', '', '  two'])
  expect(excerpt('', 3)).toEqual([''])
})

test.each([
  'not ok 3 - the invoice is listed',
  '✖ the invoice is listed (12ms)',
  ' FAIL  invoices.test.ts > the invoice is listed',
  '--- FAIL: TestList (0.01s)',
  'FAIL: test_list (tests.Tests)',
  'E       AssertionError: 201 != 200',
  'Traceback (most recent call last):',
  '    error: |-',
  'java.lang.IllegalStateException: 200',
])('of a long one "%s" is shown, with what follows', (mark) => {
  const lines = shown([...idle(40, 'ok'), mark, 'why', ...idle(40, 'later')])
  const around = ['ok 39', mark, 'why', 'later 0', 'later 1', 'later 2']
  expect(lines).toEqual(['ok 0', 'ok 1', '…', ...around, '…', ...idle(40, 'later').slice(-4)])
})

test('of a long one without a mark both ends are shown', () => {
  const lines = shown(idle(40, 'line'), 10)
  expect(lines).toEqual(['line 0', 'line 1', 'line 2', 'line 3', '…', ...idle(40, 'line').slice(-6)])
})

test('a failure is shown before what only speaks of an error, and never more than is asked for', () => {
  const lines = shown(
    [...idle(20, 'Error: tried again'), 'not ok 1 - this', 'why', ...idle(20, 'Error: later')],
    8,
  )
  expect(lines).toContain('not ok 1 - this')
  expect(lines.filter((line) => line !== '…')).toHaveLength(8)
})
