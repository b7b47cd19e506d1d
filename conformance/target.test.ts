import { describe, expect, test } from 'vitest'
import { parseTarget, unmetNeed } from './target.ts'

const least = { base_url: 'http://127.0.0.1:1/api/v1/external/', api_key: 'k' }

describe('a target file', () => {
  test('needs an address and a key, and permits nothing by itself', () => {
    const target = parseTarget(least)
    expect(target).toMatchObject({
      base_url: 'http://127.0.0.1:1/api/v1/external',
      patience_ms: 30_000,
      order_ids: [],
    })
    expect([...target.allow]).toEqual([])
  })

  test('reads ${NAME} from the environment, wherever it stands', () => {
    const hooks = {
      emails: {
        method: 'GET',
        url: 'http://127.0.0.1/${PATH_OF}',
        headers: { authorization: 'Bearer ${TOKEN}' },
      },
    }
    const target = parseTarget(
      { ...least, api_key: '${KEY}', hooks },
      { KEY: 'secret', PATH_OF: 'mail', TOKEN: 't' },
    )
    expect(target.api_key).toBe('secret')
    expect(target.hooks.emails).toEqual({
      method: 'GET',
      url: 'http://127.0.0.1/mail',
      headers: { authorization: 'Bearer t' },
    })
  })

  test('takes all for every permission', () => {
    expect(parseTarget({ ...least, allow: ['all'] }).allow.size).toBe(6)
  })

  test.each([
    [{ ...least, api_key: 7 }, /api_key must be a string/],
    [{ base_url: least.base_url }, /api_key is required/],
    [{ ...least, order_ids: ['1'] }, /order_ids\.0 must be an integer/],
    [{ ...least, allow: ['everything'] }, /allow\.0 must be one of writes/],
    [{ ...least, orders: [] }, /orders is unknown/],
    [{ ...least, base_url: 'no url' }, /no url is no URL/],
    [{ ...least, api_key: '${NOT_THERE}' }, /environment has no NOT_THERE/],
    ['text', /must be an object/],
  ])('%j is refused in words', (file, message) => {
    expect(() => parseTarget(file, {})).toThrow(message)
  })
})

test.each([
  [{}, 'orders', 'needs --allow invoices'],
  [{ allow: ['invoices'] }, 'orders', 'needs order_ids in the target file'],
  [{ allow: ['invoices'], order_ids: [1] }, 'orders', null],
  [{}, 'other_store_key', 'needs other_store_api_key in the target file'],
  [{ rate_limited_api_key: 'r' }, 'rate_limited_key', 'needs --allow rate-limit'],
  [{}, 'pdf', null],
] as const)('with %j the need %s says %s', (more, need, reason) => {
  expect(unmetNeed(parseTarget({ ...least, ...more }), need)).toBe(reason)
})
