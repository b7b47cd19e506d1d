import { printable } from './printable.ts'
import { numberOf, type DocumentKind, type DocumentSource } from './source.ts'

const NAMES: Record<DocumentKind, string> = {
  invoice: 'invoice',
  quote: 'quote',
  pro_forma: 'pro-forma',
  credit_note: 'credit-note',
  packing_slip: 'packing-slip',
}

const LONGEST = 100

/** A file name of ASCII letters, digits, dots, dashes and underscores: `invoice-INV-1001.pdf`. */
export const documentFileName = (source: DocumentSource): string => named(source, asciiOf(numberOf(source)))

const named = ({ kind, invoice }: DocumentSource, number: string) =>
  `${NAMES[kind]}-${number || String(invoice.id)}.pdf`

const asciiOf = (text: string) =>
  tidy(
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .replaceAll(/[^\w.-]/gu, (sign) => IN_ASCII[sign] ?? '-'),
  )

/** Letters that no mark makes of an ASCII one. */
const IN_ASCII: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  Þ: 'Th',
  þ: 'th',
  ı: 'i',
}

/** The number with all its letters, without what a file name may not hold on one system or another. */
const anyScript = (text: string) => tidy(printable(text).replaceAll(/[\s/\\:*?"<>|%]+/g, '-'))

const tidy = (text: string) =>
  [...text.replaceAll(/-{2,}/g, '-')]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^[-.]+|[-.]+$/g, '')

/**
 * The Content-Disposition header of a document (RFC 6266): the ASCII name for all, and where the number has other
 * letters also the name with them.
 */
export function contentDisposition(source: DocumentSource): string {
  const ascii = documentFileName(source)
  const full = named(source, anyScript(numberOf(source)))
  return `inline; filename="${ascii}"${full === ascii ? '' : `; filename*=UTF-8''${extended(full)}`}`
}

// RFC 8187 allows fewer characters unescaped than encodeURIComponent leaves.
const extended = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
