import { describe, expect, test } from 'vitest'
import { readPdf } from './read-pdf.ts'
import { structureProblem } from './structure.ts'

/** A PDF of one empty page. */
function onePage(before = '', line = '\n'): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
  ]
  let body = `%PDF-1.4${line}`
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj${line}${object}${line}endobj${line}`
    return at
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer${line}<< /Size 4 /Root 1 0 R >>${line}startxref${line}${body.length}${line}%%EOF${line}`
  return Buffer.from(`${before}${body}xref\n0 4\n0000000000 65535 f \n${rows}${trailer}`)
}

const whole = onePage()
const cases: [string, Buffer, RegExp][] = [
  ['a whole file', whole, /^whole$/],
  ['other line ends', onePage('', '\r\n'), /^whole$/],
  ['something before the header', onePage('\n\n<!-- -->\n'), /^whole$/],
  ['something after the end', Buffer.concat([whole, Buffer.from('\n\n')]), /^whole$/],
  ['no bytes', Buffer.alloc(0), /no bytes/],
  ['a page of HTML', Buffer.from('<!doctype html>'), /%PDF-/],
  ['half a file', whole.subarray(0, whole.length / 2), /%%EOF/],
  [
    'a file without its middle',
    Buffer.concat([whole.subarray(0, 40), whole.subarray(140)]),
    /points to no cross-reference/,
  ],
  ['no startxref', Buffer.from(whole.toString().replace('startxref', '')), /no startxref/],
]

describe('structureProblem', () => {
  test.each(cases)('%s', (_, bytes, problem) => {
    expect(structureProblem(bytes) ?? 'whole').toMatch(problem)
  })
})

test('a file whose objects are gone cannot be read', async () => {
  expect(await readPdf(whole)).toEqual({ problem: null, text: '' })
  const blank = Buffer.from(
    whole.toString().replaceAll(/<< \/Type \/(?:Page|Catalog)[^>]*>>/g, (text) => ' '.repeat(text.length)),
  )
  expect((await readPdf(blank)).problem).toMatch(/cannot be read|no page/)
})
