import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderDocument } from './index.ts'
import { SAMPLES } from './sample-list.ts'
import { sampleSource } from './sample-sources.ts'

describe('soundness', () => {
  test('same source, same bytes, whatever was drawn between', async () => {
    const source = sampleSource({ invoice: { note: 'fi ffi é e\u0301 – a\u00a0b' } })
    const first = await renderDocument(source)
    for (const { source: other } of SAMPLES) await renderDocument(other)
    expect((await renderDocument(source)).equals(first)).toBe(true)
  })

  test('the PDF names its title, seller, order, template, language and date', async () => {
    const pdf = await renderDocument(sampleSource({ settings: { business_name: 'A & B <Ltd>' } }))
    const { info } = await getMeta(new Uint8Array(pdf))
    expect(info).toMatchObject({
      Title: 'Invoice INV-1001',
      Author: 'A & B <Ltd>',
      Subject: '#1001',
      Language: 'en-GB',
      CreationDate: 'D:20260301090000Z',
    })
    expect(info['Keywords']).toContain('Classic')
    expect(pdf.toString('latin1')).toContain('A &amp; B &lt;Ltd&gt;')
  })

  test('it is tagged, with a table', async () => {
    const read = await getDocumentProxy(new Uint8Array(await renderDocument(sampleSource())))
    expect(await read.getMarkInfo()).toMatchObject({ Marked: true })
    const tree = JSON.stringify(await (await read.getPage(1)).getStructTree())
    for (const tag of ['Document', 'H1', 'Table', 'TR', 'TH', 'TD', 'Figure'])
      expect(tree).toContain(`"role":"${tag}"`)
  })

  test('every font is embedded in part, and can be copied from', async () => {
    const pdf = (await renderDocument(sampleSource())).toString('latin1')
    const fonts = pdf.match(/\/BaseFont \/\w+\+[\w-]+/g) ?? []
    expect(new Set(fonts).size).toBe(2)
    expect(pdf.match(/\/ToUnicode/g)).toHaveLength(2)
    expect(pdf.match(/\/FontFile2/g)).toHaveLength(2)
    expect(pdf.length).toBeLessThan(60_000)
  })
})

const QPDF = 'qpdf'

const installed = (() => {
  try {
    return execFileSync(QPDF, ['--version']).length > 0
  } catch {
    return false // not installed
  }
})()

describe.skipIf(!installed)('qpdf', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('finds nothing in any sample', async () => {
    for (const { name, source } of SAMPLES) {
      const file = join(folder, `${name}.pdf`)
      writeFileSync(file, await renderDocument(source))
      expect(execFileSync(QPDF, ['--check', file], { encoding: 'utf8' })).toContain(
        'No syntax or stream encoding errors',
      )
    }
  })
})
