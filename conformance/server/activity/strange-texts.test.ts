import { describe, expect, test } from 'vitest'
import { exchangeWith } from '../../proof/testing/exchange.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Session } from '../session.ts'
import { noteSettings, showStrangeText } from './strange-texts.ts'

type Fields = Readonly<Record<string, unknown>>

const shown = (settings: Fields, of: Partial<Exchange> = {}) => exchangeWith(200, { settings }, of)

const sent = (settings: Fields, answered: Fields) =>
  shown(answered, { operation: 'updateSettings', input: { settings } })

const AT_FIRST = shown({ business_name: 'Lava', next_invoice_number: '7', invoice_bcc: true })

const tells = (since: number, exchanges: readonly Exchange[]): boolean => {
  const session = { memory: new Map() } as unknown as Session // all that is asked of it
  for (const exchange of [AT_FIRST, ...exchanges]) noteSettings(session, exchange)
  return showStrangeText(session, since)
}

const LONG_AGO = 0

describe('the settings tell of somebody else', () => {
  test.each<[string, Exchange[]]>([
    ['by a text that was not there', [shown({ business_name: 'Somebody' })]],
    ['though it is gone again', [shown({ business_name: 'Somebody' }), shown({ business_name: 'Lava' })]],
    ['by the answer to an update', [sent({ tax_id: '1' }, { business_name: 'Somebody', tax_id: '1' })]],
    [
      'where it took the place of what was sent',
      [sent({ tax_id: '1' }, { tax_id: '1' }), shown({ tax_id: 'theirs' })],
    ],
  ])('%s', (_how, exchanges) => {
    expect(tells(LONG_AGO, exchanges)).toBe(true)
    expect(tells(Date.now() + 1000, exchanges)).toBe(false)
  })
})

test.each<[string, Exchange[]]>([
  ['what was there', [shown({ business_name: 'Lava' })]],
  [
    'what was sent, and shows in another setting',
    [sent({ tax_id: '1' }, { tax_id: '1', business_name: '1' })],
  ],
  ['another form of what was sent', [sent({ tax_id: 'a' }, { tax_id: 'A' }), shown({ tax_id: 'A' })]],
  ['what is shown before it was answered', [shown({ tax_id: '1' }), sent({ tax_id: '1' }, { tax_id: '1' })]],
  ['what another store has', [shown({ tax_id: '2' }, { key: 'other_store' }), shown({ tax_id: '2' })]],
  ['the settings of another store', [shown({ tax_id: '2' }, { key: 'other_store' })]],
  ['a number that invoices move on', [shown({ next_invoice_number: '8' })]],
  ['what is no text', [shown({ invoice_bcc: false })]],
  ['what moves all the time', ['a', 'b', 'c', 'd'].map((at) => shown({ updated_at: at }))],
  ['what other operations show', [shown({ business_name: 'Somebody' }, { operation: 'readInvoice' })]],
  ['an answer without settings', [exchangeWith(500, 'broken')]],
])('nobody is told of by %s', (_what, exchanges) => {
  expect(tells(LONG_AGO, exchanges)).toBe(false)
})
