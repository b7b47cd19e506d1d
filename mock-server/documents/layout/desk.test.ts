import { expect, test } from 'vitest'
import { columnsByNeed } from './desk.ts'

const widths = (needs: number[], places = 4) => columnsByNeed(454, needs, places).map(({ width }) => width)

test.each([
  ['all fit: of one width', [90, 40, 20, 100], [100, 100, 100, 100]],
  ['fewer than there are places', [90, 40], [100, 100, 100, 100]],
  ['one is wider: the rest is shared', [160, 40, 20, 100], [180, 60, 40, 120]],
  ['too wide: the narrow ones stay whole', [300, 40, 20, 300], [170, 40, 20, 170]],
])('%s', (_, needs, columns) => {
  expect(widths(needs)).toEqual(columns)
})

test('columns follow each other with a gap', () => {
  expect(columnsByNeed(454, [160, 40, 20, 100], 4).map(({ x }) => x)).toEqual([0, 198, 276, 334])
})
