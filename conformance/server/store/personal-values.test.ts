import { describe, expect, test } from 'vitest'
import { exchangeWith } from '../../proof/testing/exchange.ts'
import { PersonalValues } from './personal-values.ts'

/** A write of a customer that was sent at a time, and its answer. */
function written(at: number, sent: object, answered: object = {}) {
  const input = { customer: sent }
  const request = { method: 'PUT', url: 'http://h/', headers: {}, body: JSON.stringify(input) }
  return exchangeWith(200, answered, { input, request, started_at: at })
}

const shown = (at: number, body: object) => exchangeWith(200, body, { started_at: at })

describe("a value is the store's", () => {
  test('in whatever record an answer shows it', () => {
    const personal = new PersonalValues()
    personal.note(
      shown(1, {
        data: [{ email: 'zoe@shop.example', billing_address: { zip: '50674', country: 'Germany' } }],
        customer_name: 'Zoë Müller',
        number: 'INV-1',
        phone: 4922155501,
      }),
    )
    expect([...personal.data.values]).toEqual([
      ['zoe@shop.example', 'email'],
      ['50674', 'zip'],
      ['Zoë Müller', 'name'],
      ['4922155501', 'phone'],
    ])
  })

  test('in an answer that is no JSON', () => {
    const personal = new PersonalValues()
    personal.see(undefined, String.raw`{"email": "zo\u00eb@shop.example", "zip": 50674, "id": 7,`, 1)
    expect([...personal.data.values.keys()]).toEqual(['zoë@shop.example', '50674'])
  })

  test('though the run sends it back later', () => {
    const personal = new PersonalValues()
    personal.note(shown(1, { customer: { email: 'zoe@shop.example' } }))
    personal.note(written(5, { email: 'zoe@shop.example' }))
    expect(personal.data.values.has('zoe@shop.example')).toBe(true)
    expect(personal.data.isOwn('zoe@shop')).toBe(false)
  })
})

describe("a value is the run's own", () => {
  test('that an answer shows after the run sent it, though the write is answered last', () => {
    const personal = new PersonalValues()
    personal.note(shown(6, { customers: [{ email: 'ADA@kit.example ' }] }))
    personal.note(written(5, { email: 'ada@kit.example' }))
    expect([...personal.data.values]).toEqual([])
    expect(personal.data.isOwn('ada@k')).toBe(true)
  })

  test('with the marker of a run', () => {
    const personal = new PersonalValues()
    personal.note(shown(1, { customers: [{ last_name: 'Kit ikmx1tsnwd228164' }] }))
    expect([...personal.data.values]).toEqual([])
  })

  test('in a record that the run created, whatever the server makes of it', () => {
    const personal = new PersonalValues()
    personal.note(shown(1, { customer: { id: 7, phone: '0049 30 1' } }), ({ id }) => id === 7)
    expect([...personal.data.values]).toEqual([])
  })
})

test('settings describe the store and no customer', () => {
  const personal = new PersonalValues()
  personal.note(shown(1, { settings: { email: 'shop@shop.example', address1: 'Hafenstraße 1' } }))
  expect([...personal.data.values]).toEqual([])
})
