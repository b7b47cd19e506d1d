import { member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { differingFields } from '../stated-fields.ts'

/** Invoices of other orders of the run's own, as they are read. */
export async function neighboursOf(law: Law, { invoice }: Creation): Promise<Exchange[]> {
  const others = (await firstInvoices(law.session)).flatMap((first) => first.creation ?? [])
  const slugs = others.map((other) => other.invoice.slug).filter((slug) => slug !== invoice.slug)
  return Promise.all(slugs.map((slug) => law.call('readInvoice', { params: { slug } })))
}

export async function judgeUntouched(law: Law, neighbours: readonly Exchange[]): Promise<void> {
  for (const before of neighbours) {
    const after = await law.call('readInvoice', { params: before.params })
    const different = differingFields(member(before, 'invoice'), member(after, 'invoice'))
    law.of('regenerate.resyncs').judge(different.length === 0, {
      message: 'the invoice of an order that was not edited changed',
      expected: before.response.text.slice(0, 300),
      got: `other ${different.join(', ')}`,
      exchanges: [before, after],
    })
  }
}
