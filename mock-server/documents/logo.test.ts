import { describe, expect, test } from 'vitest'
import { renderDocument } from './index.ts'
import { wholeText } from './read-back.ts'
import { sampleSource } from './sample-sources.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const imagesOf = async (logo_url: string) => {
  const pdf = await renderDocument(sampleSource({ template: { logo_url } }))
  return { images: pdf.toString('latin1').split('/Subtype /Image').length - 1, text: await wholeText(pdf) }
}

describe('logo', () => {
  test('a PNG data URI is drawn', async () => {
    expect((await imagesOf(`data:image/png;base64,${PIXEL}`)).images).toBeGreaterThan(0)
  })

  test.each([
    ['another address', 'https://cdn.shop.example/logo.png', 'cdn.shop.example'],
    ['a broken PNG', `data:image/png;base64,${PIXEL.slice(0, 70)}`, 'image/png'],
    ['a PNG with broken pixels', `data:image/png;base64,${PIXEL.replace('NkYPh', 'AAAAA')}`, 'image/png'],
    ['no picture at all', 'data:image/jpeg;base64,AAAA', 'image/jpeg'],
    ['what is no address', 'logo', 'logo'],
  ])('%s is a placeholder', async (_, url, placeholder) => {
    const { images, text } = await imagesOf(url)
    expect(images).toBe(0)
    expect(text).toContain(placeholder)
  })
})
