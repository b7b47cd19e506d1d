import { expect, test } from 'vitest'
import { ByteCache } from './byte-cache.ts'

const counting = () => {
  const rendered: string[] = []
  const render = (name: string) => () => {
    rendered.push(name)
    return Promise.resolve(Buffer.from(name))
  }
  return { rendered, render }
}

test('renders once what is asked for again and drops what was longest not asked for', async () => {
  const { rendered, render } = counting()
  const cache = new ByteCache(2)
  const [a, b, c] = [{}, {}, {}]
  await Promise.all([cache.get(a, render('a')), cache.get(a, render('a'))])
  await cache.get(b, render('b'))
  await cache.get(a, render('a'))
  await cache.get(c, render('c'))
  expect(String(await cache.get(a, render('a')))).toBe('a')
  await cache.get(b, render('b'))
  expect(rendered).toEqual(['a', 'b', 'c', 'b'])
})

test('tries again what failed', async () => {
  const cache = new ByteCache(2)
  const record = {}
  await expect(cache.get(record, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(String(await cache.get(record, counting().render('yes')))).toBe('yes')
})
