import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Evidence } from '../../judge/law.ts'
import { touching } from '../../judge/touches.ts'
import { isUuid } from '../../judge/watch/shape/values.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { instantOf, isDateTime } from '../../server/instants.ts'
import { OTHER_CLIENTS } from '../other-clients.ts'
import { DOCUMENTS } from '../places.ts'
import { sampled, spread } from '../sampled.ts'
import { differingFields } from '../stated-fields.ts'
import { strangeSlugs } from '../strange-slugs.ts'
import { namesOf } from '../unknown-slugs.ts'

const MOST = 30

/** The invoice of this slug, for invoices from the whole list. */
const bySlug = check('read.by-slug', {
  name: 'invoices by their slugs',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.noInvoice()
    await atOnce(new Set([...spread(items, MOST), ...items.slice(-1)]), async ({ slug, id }) => {
      const exchange = law.success(await law.call('readInvoice', { params: { slug } }))
      const invoice = member(exchange, 'invoice')
      law.judge(isObject(invoice) && invoice['slug'] === slug && invoice['id'] === id, {
        expected: `invoice ${id} with slug ${slug}`,
        exchanges: exchange,
      })
    })
  },
})

const unknown = check('read.unknown', {
  name: 'invoices that do not exist',
  async run(law) {
    const { items } = await law.store.invoices()
    const names = items.slice(0, 3).flatMap((item) => namesOf(item, items))
    const slugs = [...strangeSlugs(law, items[0]?.slug), ...names]
    const tried = law.mayTry('hostile-input', 'malformed slugs') ? slugs : slugs.filter(isUuid)
    await atOnce(tried, async (slug) =>
      law.refused(await law.call('readInvoice', { params: { slug } }), 'not-found'),
    )
  },
})

/** Two reads agree, with the making of a document in between; where that stamps the invoice, it does so once. */
const repeatable = check('read.repeatable', {
  name: 'reading twice',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.noInvoice()
    await atOnce([...items.slice(0, 4), ...items.slice(-4)], ({ slug }) =>
      law.settled(async () => {
        const first = await law.call('readInvoice', { params: { slug } })
        if (law.allows('documents')) await law.call('readInvoicePdf', { params: { slug } })
        const second = await law.call('readInvoice', { params: { slug } })
        if (!isSuccess(first) || !isSuccess(second)) return 'unseen'
        if (areEqual(first, second)) return null
        // A document that is made is none of what a read says that it leaves alone.
        if (!isStamped(first, second)) return unequal(first, second)
        const third = await law.call('readInvoice', { params: { slug } })
        if (!isSuccess(third)) return 'unseen'
        return areEqual(second, third) ? null : unequal(second, third)
      }),
    )
  },
})

/** So many, of different kinds. */
const MOST_READ_AGAIN = 3

/** Whoever asks is told the same, packed or not. */
const otherClients = check('read.repeatable', {
  name: 'reading as other clients do',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.noInvoice()
    await atOnce(sampled(items, MOST_READ_AGAIN), ({ slug }) =>
      law.settled(async () => {
        const first = await law.call('readInvoice', { params: { slug } })
        for (const headers of OTHER_CLIENTS) {
          const next = await law.call('readInvoice', { params: { slug }, headers })
          if (!isSuccess(first) || !isSuccess(next)) return 'unseen'
          if (!areEqual(first, next)) return unequal(first, next)
        }
        return null
      }),
    )
  },
})

const unequal = (...exchanges: [Exchange, Exchange]): Evidence => ({
  expected: 'the same answer to every read',
  exchanges,
})

/** Only updated_at is another one, and later. */
function isStamped(one: Exchange, other: Exchange): boolean {
  const [a, b] = [member(one, 'invoice'), member(other, 'invoice')]
  return (
    differingFields(a, b, ['updated_at']).length === 0 &&
    (moment(a) ?? Number.NaN) < (moment(b) ?? Number.NaN)
  )
}

/** To the last digit of a time: one endpoint tells it alike each time. */
function areEqual(one: Exchange, other: Exchange): boolean {
  const [a, b] = [member(one, 'invoice'), member(other, 'invoice')]
  return differingFields(a, b).length === 0 && moment(a) === moment(b)
}

const moment = (invoice: unknown) =>
  isObject(invoice) && isDateTime(invoice['updated_at']) ? instantOf(invoice['updated_at']) : null

export const readChecks: readonly Check[] = [
  bySlug,
  unknown,
  otherClients,
  ...touching(DOCUMENTS, [repeatable]),
]
