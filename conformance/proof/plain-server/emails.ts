import { defaultTemplate } from './documents.ts'
import { timestamp } from './presentation.ts'
import type { Invoice, Row, Store, World } from './store.ts'

/** Queues an email of an invoice to its customer, who gets it when the queue, and what it waits for besides, is over. */
export function queueEmail(
  { answers }: World,
  store: Store,
  invoice: Invoice,
  template: Row | null = null,
  delay_ms = 0,
): void {
  store.emails.push({
    to: invoice.order.customer.email ?? '',
    slug: invoice.slug,
    template_id: (template ?? defaultTemplate(answers, store, 'invoice'))?.id ?? null,
    queued_at: timestamp(answers, Date.now() + delay_ms),
    arrives: Date.now() + delay_ms + answers.emailLagMs,
  })
}

/** What the service sends without being asked when an invoice was created. */
export function sendByItself(world: World, store: Store, invoice: Invoice): void {
  const delays = { 'of creations': [0], reminders: [1500, 4000], 'of regenerations': [], none: [] }
  for (const delay of delays[world.answers.ownEmails]) queueEmail(world, store, invoice, null, delay)
}
