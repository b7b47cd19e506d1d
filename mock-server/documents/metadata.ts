import type { Content } from './content.ts'
import { textOf, type DocumentSource } from './source.ts'
import { printable } from './printable.ts'

/** What a PDF says of itself. */
export interface Info extends PDFKit.DocumentInfo {
  Title: string
  Author: string
  Subject: string
  Keywords: string
  CreationDate: Date
}

/** The information of a document. Its date is when the document was made, not the clock's, so that bytes repeat. */
export function infoOf({ invoice, template, issued_at }: DocumentSource, content: Content): Info {
  const [seller = ''] = content.seller
  return {
    Title: oneLine(`${content.title} ${content.number}`),
    Author: oneLine(seller),
    Subject: oneLine(textOf(invoice.order_name)),
    // Also keeps templates apart that differ in nothing else.
    Keywords: oneLine(
      `${textOf(template.name)}, template ${textOf(template.id)}, invoice ${textOf(invoice.slug)}`,
    ),
    Creator: 'invoicing-kit',
    Producer: 'PDFKit',
    CreationDate: dateOf(textOf(issued_at)) ?? dateOf(textOf(invoice.created_at)) ?? new Date(0),
  }
}

const oneLine = (text: string) => printable(text).replaceAll('\n', ' ').trim()

function dateOf(text: string): Date | null {
  const date = new Date(text)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date : null
}

/** Has the document carry its information as XMP: pdfkit would write it there without escaping it. */
export function writeXmp(doc: PDFKit.PDFDocument, info: Info, language: string): void {
  Object.assign(doc, { _addInfo: () => doc.appendXML(xmp(info, language)) })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const xmp = (
  { Title, Author, Subject, Keywords, Creator, Producer, CreationDate }: Info,
  language: string,
) => `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <dc:format>application/pdf</dc:format>
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(Title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escaped(Author)}</rdf:li></rdf:Seq></dc:creator>
  <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(Subject)}</rdf:li></rdf:Alt></dc:description>
  <dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>
  <xmp:CreateDate>${CreationDate.toISOString().replace(/\.\d+/, '')}</xmp:CreateDate>
  <xmp:CreatorTool>${escaped(Creator ?? '')}</xmp:CreatorTool>
  <pdf:Keywords>${escaped(Keywords)}</pdf:Keywords>
  <pdf:Producer>${escaped(Producer ?? '')}</pdf:Producer>
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`
