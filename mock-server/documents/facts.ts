import { daysAfter, formatDate, parseMoment, withoutTime, type Moment } from './dates.ts'
import type { Labels } from './labels.ts'
import { textOf, within, type DocumentKind, type DocumentSource } from './source.ts'

/** One of the facts below the heading: a date, or the order. */
export interface Fact {
  label: string
  value: string
}

/** Those that are known. */
export function factsOf(source: DocumentSource, number: string, locale: string, labels: Labels): Fact[] {
  const { kind, invoice } = source
  const date = (moment: Moment | null) => (moment ? formatDate(moment, dateFormat(source), locale) : '')
  const issued = issuedOn(source)
  const facts = [
    { label: labels('date'), value: date(issued) },
    { label: labels('due_date'), value: dueDate(source, locale) },
    { label: labels('for_invoice'), value: kind === 'credit_note' ? number : '' },
    { label: labels('order'), value: textOf(invoice.order_name) || textOf(invoice.order_number) },
    { label: labels('order_date'), value: date(parseMoment(textOf(invoice.processed_at))) },
  ]
  return facts.filter(({ value }) => value !== '')
}

const dateFormat = ({ template, settings }: DocumentSource) =>
  textOf(template.date_format) || textOf(settings.datetime_format)

/** When payment is due, without the time of day that the other dates may have; empty when that is not known. */
export function dueDate(source: DocumentSource, locale: string): string {
  const due = dueOn(source, issuedOn(source))
  return due ? formatDate(due, withoutTime(dateFormat(source)), locale) : ''
}

/** An invoice keeps its date, whenever its document is drawn, or drawn again. */
const issuedOn = ({ issued_at, invoice }: DocumentSource) =>
  parseMoment(textOf(invoice.created_at)) ?? parseMoment(textOf(issued_at))

const PAYABLE: readonly DocumentKind[] = ['invoice', 'pro_forma']

function dueOn({ kind, settings }: DocumentSource, issued: Moment | null): Moment | null {
  const days = within(settings.default_due_days, 0, 36_500, -1)
  return issued && days >= 0 && PAYABLE.includes(kind) ? daysAfter(issued, Math.floor(days)) : null
}
