import { expect, test } from 'vitest'
import { contentDisposition, documentFileName } from './file-name.ts'
import { sampleSource } from './sample-sources.ts'

test.each([
  ['invoice', '1001', 'invoice-INV-1001.pdf', 'inline; filename="invoice-INV-1001.pdf"'],
  ['packing_slip', 'A/7 "x"', 'packing-slip-INV-A-7-x.pdf', 'inline; filename="packing-slip-INV-A-7-x.pdf"'],
  [
    'quote',
    'Angebot №5',
    'quote-INV-Angebot-No5.pdf',
    `inline; filename="quote-INV-Angebot-No5.pdf"; filename*=UTF-8''quote-INV-Angebot-%E2%84%965.pdf`,
  ],
  ['credit_note', '../..', 'credit-note-INV.pdf', 'inline; filename="credit-note-INV.pdf"'],
] as const)('%s %s', (kind, number, name, header) => {
  const source = sampleSource({ kind, invoice: { number } })
  expect(documentFileName(source)).toBe(name)
  expect(contentDisposition(source)).toBe(header)
})
