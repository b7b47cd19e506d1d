import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { firstCreations } from '../create/first-invoices.ts'
import { judgeAgrees, readAgain, type Shown } from '../same-invoice.ts'

/** Invoices of other orders of the run's own, as they are read. */
export async function neighboursOf(law: Law, { invoice }: Creation): Promise<Shown[]> {
  const others = (await firstCreations(law.session)).filter((other) => other.invoice.slug !== invoice.slug)
  return Promise.all(others.map((other) => readAgain(law, other.invoice)))
}

export async function judgeUntouched(law: Law, neighbours: readonly Shown[]): Promise<void> {
  for (const before of neighbours)
    judgeAgrees(law, before, await readAgain(law, before.invoice), {
      message: 'the invoice of an order that was not edited changed',
    })
}
