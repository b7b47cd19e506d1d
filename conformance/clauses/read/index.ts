import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { differingFields } from '../stated-fields.ts'

const MOST = 25

/** read.by-slug: the invoice of this slug, for invoices from the whole list. */
const bySlug = check('read.by-slug', {
  name: 'invoices by their slugs',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.notExercised('the store has no invoice')
    const step = Math.max(1, Math.floor(items.length / MOST))
    for (const { slug, id } of items.filter((_, index) => index % step === 0 || index === items.length - 1)) {
      const exchange = law.of('read.by-slug').success(await law.call('readInvoice', { params: { slug } }))
      const invoice = member(exchange, 'invoice')
      law.of('read.by-slug').judge(isObject(invoice) && invoice['slug'] === slug && invoice['id'] === id, {
        expected: `invoice ${id} with slug ${slug}`,
        exchanges: exchange,
      })
    }
  },
})

/** Slugs that no invoice has: other UUIDs, near misses of a real one, and texts that are none. */
export function strangeSlugs(real: string | undefined): string[] {
  const near = real
    ? [changedDigit(real), real.slice(0, -1), `${real}0`, real.slice(0, 8), `${real}%20`.replace('%20', ' x')]
    : []
  return [
    randomUUID(),
    '00000000-0000-0000-0000-000000000000',
    ...near,
    'not-a-slug',
    '1',
    '0',
    '-1',
    'null',
    'undefined',
    'true',
    "'",
    'a b',
    'ä',
    '発票',
    '%',
    '*',
    '_',
    '__proto__',
    'constructor',
    'x'.repeat(300),
  ]
}

function changedDigit(slug: string): string {
  const last = slug.at(-1)!
  return slug.slice(0, -1) + (last === '0' ? '1' : '0')
}

const unknown = check('read.unknown', {
  name: 'invoices that do not exist',
  async run(law) {
    const { items } = await law.store.invoices()
    for (const slug of strangeSlugs(items[0]?.slug)) {
      law.of('read.unknown').refused(await law.call('readInvoice', { params: { slug } }), 'not-found')
    }
    for (const id of items.slice(0, 3).map((item) => String(item.id))) {
      law.of('read.unknown').refused(await law.call('readInvoice', { params: { slug: id } }), 'not-found')
    }
  },
})

/** read.repeatable: two reads agree; a third, a little later, decides where someone else may have written. */
const repeatable = check('read.repeatable', {
  name: 'reading twice',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.notExercised('the store has no invoice')
    for (const { slug } of [...items.slice(0, 4), ...items.slice(-4)]) {
      const read = () => law.call('readInvoice', { params: { slug } })
      const first = await read()
      await law.call('readInvoicePdf', { params: { slug } })
      const second = await read()
      if (!isSuccess(first) || !isSuccess(second)) continue
      if (areEqual(first, second)) law.of('read.repeatable').pass()
      else await judgeThird(law, [first, second], read)
    }
  },
})

async function judgeThird(law: Law, two: Exchange[], read: () => Promise<Exchange>): Promise<void> {
  await sleep(200)
  const third = await read()
  law.of('read.repeatable').judge(areEqual(two.at(-1)!, third), {
    expected: 'the same answer to every read',
    exchanges: [...two, third],
  })
}

/** To the last digit of a time: one endpoint tells it alike each time. */
function areEqual(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map((exchange) => member(exchange, 'invoice')) as [unknown, unknown]
  return differingFields(a, b).length === 0 && moment(a) === moment(b)
}

const moment = (invoice: unknown) =>
  isObject(invoice) && typeof invoice['updated_at'] === 'string' ? Date.parse(invoice['updated_at']) : null

export const readChecks: readonly Check[] = [bySlug, unknown, repeatable]
