import { areWithin, compareAmounts, fractionDigits } from '../../schemas/commerce/money.ts'
import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import { outputOnlyFieldsOf, RESOURCES } from '../../schemas/resources.ts'
import { strangersIn } from '../../schemas/unknown-fields.ts'
import { isOfDraft } from '../clauses/create/draft.ts'
import { isObject } from '../server/client/exchange.ts'
import { isDateTime } from '../server/instants.ts'
import { ORDER_OF } from './comparable.ts'
import type { MadeInvoice } from './move.ts'
import { all, areMissing, at, of, outcome, values, type Rule, type Seen } from './seen.ts'

/** In which order both show what both show. */
const ORDER = new RegExp(`^body\\.${ORDER_OF}`)
/** Whether a record is found, and how many are. */
const FOUND = /^body\.(meta\.total(_pages)?|\w+\.\d+)$/

const isSearch = ({ step: { call } }: Seen) => call.query?.['search'] !== undefined
const isExisting = ({ step }: Seen) =>
  step.isOfOldInvoice || step.move.about.includes('create.returns-existing')

/** What two successes may differ in. */
export const DONE: readonly Rule[] = [
  ['customers.addresses_on_write', all(of(/^(create|update)Customer$/), at(/\.addresses/))],
  ['list.order', at(ORDER)],
  ['output.extra_fields', isUnknownField],
  ['status.existing', all(outcome('existing'), isExisting)],
  ['status.created', outcome('created')],
  ['status.queued', outcome('queued')],
  ['status.deleted', outcome('deleted')],
  ['body.deleted', of(/^delete/)],
  ['meta.empty_total_pages', all(at(/^body\.meta\.total_pages$/), areEmpty)],
  ['search.match', all(isSearch, at(FOUND))],
  [
    'create.draft_type',
    all(
      at(/invoice_type$/),
      values((a, b) => isOfDraft(a) && isOfDraft(b)),
    ),
  ],
  ['create.draft_type', all(at(FOUND), isListedAsTyped)],
  ['create.draft_type', all(at(/pdf_url$/), (seen) => isOfTwoTypes(invoiceAsked(seen)))],
  ['pdf.url_location', at(/pdf_url$/)],
  ['format.timestamps', values((a, b) => isDateTime(a) && isDateTime(b))],
  ['format.money', values(isSameAmount)],
  ['format.slug', at(/\.slug$/)],
  ['format.ids', at(/(\.id|_id)$/)],
  ['numbering', at(/\.number$/)],
  ['format.country', at(/country(_code)?$/)],
  ['bulk.statuses', at(/^body\.bulk_action\.status$/)],
  [
    'patch.omitted',
    all(
      isOmitted,
      values((a, b) => !isEmpty(a) || !isEmpty(b)),
    ),
  ],
  [
    'nullable',
    all(
      at(/^body\..*[^.\d]$/),
      values((a, b) => areMissing(a ?? undefined, b ?? undefined)),
    ),
  ],
]

/** Both say that there is no record. */
function areEmpty({ step: { answers } }: Seen): boolean {
  return answers.every(({ response: { json } }) => {
    const meta = isObject(json) ? json['meta'] : undefined
    return isObject(meta) && meta['total'] === 0
  })
}

function isUnknownField({ difference, step: { operation } }: Seen): boolean {
  const { response }: Operation = OPERATIONS[operation]
  const [body, ...path] = difference.where.split('.')
  if (response === null || body !== 'body') return false
  const alone = path.reduceRight<unknown>(
    (inner, step) => (/^\d+$/.test(step) ? [inner] : { [step]: inner }),
    difference.here ?? difference.there,
  )
  return strangersIn(response, alone).length > 0
}

/** A field that could be sent with an update, and was not. */
function isOmitted({ difference, step: { operation, call } }: Seen): boolean {
  const [, one = '', field = ''] = difference.where.split('.')
  const kind = Object.values(RESOURCES).find(({ operations }) => operations.update === operation)
  const sent = isObject(call.body) ? call.body[one] : undefined
  return kind !== undefined && isObject(sent) && !(field in sent) && !outputOnlyFieldsOf(kind).includes(field)
}

/** Null, missing and an empty text may all be told for the same. */
const isEmpty = (value: unknown): boolean => (value ?? '') === ''

/** Cents that every currency but a few has: with fewer digits an amount is another one. */
const FEWEST_DIGITS = 2

/** The same amount, or one of them as it comes to with the digits of the other, of which two stay. */
function isSameAmount(here: unknown, there: unknown): boolean {
  if (typeof here !== 'string' || typeof there !== 'string') return false
  const apart = compareAmounts(here, there)
  if (apart === undefined) return false
  const [fewer = 0, more = 0] = [here, there].map(fractionDigits).toSorted((a, b) => a - b)
  // One unit of the fewer digits, less one of the more: anything nearer rounds or cuts to the same amount.
  const units = 10n ** BigInt(more - fewer) - 1n
  return apart === 0n || (fewer >= FEWEST_DIGITS && areWithin(here, there, units, more))
}

/** An invoice of a draft order that the one shows as a quote, the other as a pro forma, as each was made. */
const isOfTwoTypes = (invoice: MadeInvoice | undefined): boolean =>
  invoice !== undefined && invoice.types.every(isOfDraft) && invoice.types[0] !== invoice.types[1]

const invoiceAsked = ({ step: { call }, records }: Seen): MadeInvoice | undefined =>
  records.invoices.find(({ slug }) => slug === call.params?.['slug'])

/** Each lists an invoice by the type that it made of the draft order. */
function isListedAsTyped({ difference: { here, there }, step: { call }, records }: Seen): boolean {
  const side = here === undefined ? 1 : 0
  const shown = here ?? there
  const invoice = records.invoices.find(
    (one) => isObject(shown) && [one.here, one.there][side] === shown['id'],
  )
  return isOfTwoTypes(invoice) && invoice?.types[side] === call.query?.['invoice_type']
}
