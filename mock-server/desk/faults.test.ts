import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, type MockApp } from '../testing/engine.ts'

let mock: MockApp
beforeAll(async () => {
  mock = await createApp({ scenario: 'small' })
})
afterAll(() => mock.close())

const admin = (method: 'get' | 'post' | 'delete', path = '') =>
  request(mock.app)[method](`/__admin/faults${path}`)

test('faults are added, listed and dropped', async () => {
  const input = { when: { operation: 'createInvoice', times: 2 }, fault: { kind: 'lost-answer' } }
  const { body: added } = await admin('post').send(input).expect(201)
  expect(added).toEqual({ id: added.id, ...input, matched: 0, played: 0, left: 2 })
  const other = await mock.fault({ fault: { kind: 'hang' } })
  expect((await admin('get').expect(200)).body).toEqual({ faults: [added, other] })
  await admin('delete', `/${added.id}`).expect(204)
  expect(mock.faults()).toEqual([other])
  await admin('delete').expect(204)
  expect(mock.faults()).toEqual([])
})

test('one that is not there is not dropped', async () => {
  const { id } = await mock.fault({ fault: { kind: 'hang' } })
  const says = `There is no fault "fautl-${id.slice(6)}"; did you mean ${id}?`
  expect((await admin('delete', `/fautl-${id.slice(6)}`).expect(404)).body).toEqual({ error: says })
  await expect(mock.dropFault('nope')).rejects.toThrow(`There is no fault "nope"; there are: ${id}`)
  await mock.dropFaults()
})

const RESET = { kind: 'reset' }
const KINDS = 'must be one of latency, answer, status, reset, lost-answer, hang, drip, cut, garbage, expired'

test.each<[body: object, field: string, says: string]>([
  [{}, 'fault', 'is required, such as {"kind": "reset"}'],
  [{ fault: 'reset' }, 'fault', 'must be an object, such as {"kind": "reset"}'],
  [{ fault: {} }, 'fault.kind', 'is required'],
  [{ fault: { kind: 'rest' } }, 'fault.kind', `${KINDS}; did you mean reset?`],
  [{ fault: { kind: 'explosion' } }, 'fault.kind', KINDS],
  [{ fault: { kind: 'latency' } }, 'fault.ms', 'is required'],
  [{ fault: { kind: 'latency', p50: 7 } }, 'fault.p99', 'is required'],
  [{ fault: { kind: 'latency', p50: 7, p99: 5 } }, 'fault.p99', 'must be at least p50, which is 7'],
  [{ fault: { kind: 'latency', ms: -1 } }, 'fault.ms', 'must be at least 0'],
  [{ fault: { kind: 'status', status: 99 } }, 'fault.status', 'must be at least 200'],
  [
    { fault: { kind: 'status', status: 204, body: {} } },
    'fault.body',
    'must be left out: status 204 has none',
  ],
  [
    { fault: { kind: 'status', status: 500, headers: { 'Content-Length': '3' } } },
    'fault.headers.Content-Length',
    'must be left out: the mock gives it as it sends the body; a body that ends early is {"kind": "cut"}',
  ],
  [
    { fault: { kind: 'status', status: 500, headers: { 'x-a': 'b\r\nx-c: d' } } },
    'fault.headers.x-a',
    'must be one line of Latin-1',
  ],
  [
    { fault: { kind: 'status', status: 500, headers: { 'x a': 'b' } } },
    'fault.headers.x a',
    'is no name of a header',
  ],
  [
    { fault: { kind: 'answer', error: 'ratelimited' } },
    'fault.error',
    'must be one of unauthorized, forbidden, rate-limited, not-found, unprocessable, conflict; did you mean rate-limited?',
  ],
  [
    { fault: { kind: 'answer', error: 'conflict', errors: {} } },
    'fault.errors',
    'must be left out: only unprocessable says which fields are wrong',
  ],
  [{ fault: { kind: 'cut', byte: 7, bytes: 7 } }, 'fault.byte', 'is unknown; did you mean bytes?'],
  [{ fault: { ...RESET, times: 1 } }, 'fault.times', 'is unknown; it belongs into when'],
  [{ fault: RESET, operation: 'createInvoice' }, 'operation', 'is unknown; it belongs into when'],
  [{ fault: RESET, ms: 5 }, 'ms', 'is unknown; it belongs into fault'],
  [{ fault: RESET, wehn: {} }, 'wehn', 'is unknown; did you mean when?'],
  [{ fault: RESET, when: { share: 1.5 } }, 'when.share', 'must be at most 1'],
  [{ fault: RESET, when: { times: 0 } }, 'when.times', 'must be at least 1'],
  [
    { fault: RESET, when: { store: 'smal' } },
    'when.store',
    'must be the name of a store, and is "smal"; did you mean small?',
  ],
  [
    { fault: RESET, when: { operation: 'createInvoice', method: 'GET' } },
    'when.method',
    'must be POST or left out, as createInvoice has no other',
  ],
  [
    { fault: { kind: 'expired' }, when: { operation: 'readInvoicePdf' } },
    'when.operation',
    'must be download or left out: nothing else expires',
  ],
  [
    { fault: { kind: 'answer', error: 'conflict' }, when: { operation: 'download' } },
    'fault.kind',
    'must not be answer: a download has no error kinds; give status or expired',
  ],
])('%j is refused', async (input, field, says) => {
  const { body } = await admin('post').send(input).expect(422)
  const stop = says.endsWith('?') ? '' : '.'
  expect(body).toEqual({
    error: `The fault cannot be added: ${field} ${says}${stop}`,
    errors: { [field]: [says] },
  })
  expect(mock.faults()).toEqual([])
})

test('an unknown operation is told the nearest one, and each mistake where it is', async () => {
  const when = { operation: 'createInvoise', method: 'post' }
  const { body } = await admin('post')
    .send({ when, fault: { kind: 'rest' } })
    .expect(422)
  expect(Object.keys(body.errors)).toEqual(['when.operation', 'when.method', 'fault.kind'])
  expect(body.errors['when.operation'][0]).toMatch(/must be one of \d+ values; did you mean createInvoice\?$/)
  expect(body.errors['when.method'][0]).toMatch(/did you mean POST\?$/)
})

test('in a scenario the mistakes are told with their place', async () => {
  const faults = [{ fault: RESET }, { fault: { kind: 'rest' } }, { when: { store: 'tow' }, fault: RESET }]
  const stores = [{ name: 'two', api_key: 'test_key_of_two_store' }]
  await expect(mock.load({ description: 'x', faults: faults.slice(0, 2), stores })).rejects.toThrow(
    'faults[1].fault.kind: must be one of "latency", "answer"',
  )
  await expect(mock.load({ description: 'x', faults: [faults[0], faults[2]], stores })).rejects.toThrow(
    'faults[1].when.store: must be the name of a store, and is "tow"; did you mean two?',
  )
})
