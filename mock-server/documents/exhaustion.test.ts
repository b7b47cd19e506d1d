import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXHAUSTING, moduleOf } from '../../schemas/isolation/testing/entry.ts'
import { api, listeningMock, type ListeningMock } from '../routes/testing/listening-mock.ts'
import { DrawingPool } from './drawing-pool.ts'

/** Replaces the code that draws: the footer message names the pattern by which it exhausts memory. */
const HOSTILE = moduleOf(`
  const patterns = {
    ${Object.entries(EXHAUSTING)
      .map(([name, body]) => `${JSON.stringify(name)}: async () => { ${body} }`)
      .join(',\n')}
  }
  export async function perform({ settings }) {
    await patterns[settings.footer_message]?.()
    return Buffer.from('%PDF- drawn')
  }`)

let mock: ListeningMock

beforeAll(async () => {
  const pool = new DrawingPool({ seconds: 60, megabytes: 64 }, HOSTILE)
  mock = await listeningMock({ parts: { render: (source) => pool.draw(source) } })
})
afterAll(() => mock.close())

async function download(footer_message: string) {
  await mock.call('PATCH', api('/settings'), { body: { settings: { footer_message } } })
  const { invoices } = (await mock.call('GET', api('/invoices?per_page=1'))).json
  const { invoice } = (await mock.call('GET', api(`/invoices/${invoices[0]?.slug}/pdf`))).json
  return mock.call('GET', invoice.pdf_url.slice(mock.origin.length))
}

test.each(Object.keys(EXHAUSTING))(
  'a document that exhausts memory by %s is answered 503 with the reason, and the mock goes on',
  async (pattern) => {
    const { status, text } = await download(pattern)
    expect([status, JSON.parse(text)]).toEqual([
      503,
      {
        error: 'Service unavailable',
        message: expect.stringMatching(
          /^To draw this document takes (more than 64 MB|a deeper stack than Node has)\.$/,
        ),
      },
    ])
    expect((await mock.call('GET', api('/invoices?per_page=1'))).status).toBe(200)
    expect(await download('nothing hostile')).toMatchObject({ status: 200, text: '%PDF- drawn' })
  },
)
