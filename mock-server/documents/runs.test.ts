import { describe, expect, test } from 'vitest'
import { besideLabel } from './runs.ts'
import { setLine, setText, type Line, type TextStyle } from './text.ts'

const STYLE: TextStyle = { family: 'Noto Sans', weight: 'regular', size: 10, color: '#000000' }
const words = (runs: Line['runs']) => runs.map(({ text }) => text.trim()).filter(Boolean)
const read = ({ runs }: Line) => words(runs)
const seen = ({ runs }: Line) => words(runs.toSorted((a, b) => a.x - b.x))
const widths = (text: string, width: number) => setText(text, STYLE, width).map((line) => line.width)
const lines = (text: string, width: number) => setText(text, STYLE, width).map((line) => read(line).join(' '))

describe('a line keeps the order of reading and stands on paper from left to right', () => {
  test.each([
    ['Mug 330 ml', ['Mug 330 ml'], ['Mug 330 ml']],
    ['Mug שלום red', ['Mug', 'שלום', 'red'], ['Mug', 'שלום', 'red']],
    ['שלום Lamy עולם', ['שלום', 'Lamy', 'עולם'], ['עולם', 'Lamy', 'שלום']],
    ['1 מרץ 2026', ['1', 'מרץ', '2026'], ['2026', 'מרץ', '1']],
    ['הזמנה PO 7 ב', ['הזמנה', 'PO 7', 'ב'], ['ב', 'PO 7', 'הזמנה']],
    ['see שלום 12 עולם now', ['see', 'שלום', '12', 'עולם', 'now'], ['see', 'עולם', '12', 'שלום', 'now']],
  ])('%s', (text, reading, paper) => {
    const line = setLine(text, STYLE)
    expect(read(line)).toEqual(reading)
    expect(seen(line)).toEqual(paper)
  })

  test.each([
    [
      'الرقم 300-123-456',
      ['الرقم', '300', '-', '123', '-', '456'],
      'without an isolate, as the algorithm has it',
    ],
    [`الرقم ${besideLabel('الرقم', '300-123-456')}`, ['الرقم', '300-123-456'], 'behind a label'],
  ])('numbers beside Arabic: %s', (text, reading) => {
    expect(read(setLine(text, STYLE))).toEqual(reading)
  })

  test('letters that change places do so beside others as they do alone', () => {
    const alone = setLine('क्षत्रिय हिन्दी', STYLE)
    const beside = setLine('abc क्षत्रिय हिन्दी', STYLE)
    expect(read(beside)).toEqual(['abc', 'क्षत्रिय हिन्दी'])
    expect(beside.runs.at(-1)?.width).toBe(alone.width / STYLE.size)
  })

  test('runs follow each other without a gap', () => {
    const line = setLine('see שלום 12 עולם now \u{1f33f}', STYLE)
    const sorted = line.runs.toSorted((a, b) => a.x - b.x)
    const gaps = sorted.map(
      (run, place) => run.x - sorted.slice(0, place).reduce((sum, { width }) => sum + width, 0),
    )
    expect(Math.max(...gaps.map(Math.abs))).toBeLessThan(1e-9)
  })
})

describe('wrapping', () => {
  test('no line is wider than asked', () => {
    const text = 'Some words, anextraordinarilylongwordthatfitsnoline, שלום עולם ושוב שלום, 漢字かな交じり文'
    for (const width of [30, 60, 120, 300])
      expect(Math.max(...widths(text, width))).toBeLessThanOrEqual(width)
  })

  test('words stay whole where they fit, and a longer one begins a line', () => {
    expect(lines('red green blue', 45)).toEqual(['red', 'green', 'blue'])
    const [first, ...rest] = lines('of aaaaaaaaaaaaaaaaaaaa', 60)
    expect(first).toBe('of')
    expect(rest.join('')).toBe('a'.repeat(20))
  })

  test('line ends that were written are kept, also empty lines', () => {
    expect(lines('one\r\n\ntwo\u2028three', 200)).toEqual(['one', '', 'two', 'three'])
  })

  test('characters that belong together are not torn apart', () => {
    const flags = '\u{1f1e9}\u{1f1ea}'
    const all = setText(`${'e\u0323\u0302'.repeat(40)}${flags}`, STYLE, 40)
    expect(all.flatMap(read).join('')).toBe(`${'e\u0323\u0302'.repeat(40).normalize('NFC')}${flags}`)
  })
})
