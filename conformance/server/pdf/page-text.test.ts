import { expect, test } from 'vitest'
import { pdf } from '../../proof/plain-server/pdf.ts'
import { readPdf } from './read-pdf.ts'

const sheet = {
  title: 'Invoice',
  lines: ['Number: 2026 / 7', '2 x Lamp 9.50'],
  fontFamily: 'Inter',
  fontSize: 10,
  color: [0, 0, 0],
  compressed: false,
} as const

test.each(['as read', 'last first'] as const)('words that are drawn %s are read in lines', async (words) => {
  const { text, problem } = await readPdf(pdf({ ...sheet, words }))
  expect(problem).toBeNull()
  expect(text.split('\n').toSorted()).toEqual(['2 x Lamp 9.50', 'Invoice', 'Number: 2026 / 7'])
})
