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
  [
    'invoice',
    'MÜLLER-Łódź/ß9',
    'invoice-INV-MULLER-Lodz-ss9.pdf',
    `inline; filename="invoice-INV-MULLER-Lodz-ss9.pdf"; filename*=UTF-8''invoice-INV-M%C3%9CLLER-%C5%81%C3%B3d%C5%BA-%C3%9F9.pdf`,
  ],
  ['credit_note', '../..', 'credit-note-INV.pdf', 'inline; filename="credit-note-INV.pdf"'],
] as const)('%s %s', (kind, number, name, header) => {
  const source = sampleSource({ kind, invoice: { number } })
  expect(documentFileName(source)).toBe(name)
  expect(contentDisposition(source)).toBe(header)
})
