import type { RunOptions } from '../../run/options.ts'
import { PROFILES } from '../plain-server/profiles.ts'
import {
  chunked,
  closing,
  echoing,
  late,
  oldHttp,
  packed,
  replaced,
  shedding,
  shouting,
  spelled,
  wordy,
} from './manners.ts'
import { growing, invoicing, neighbouring, others, tidying } from './others.ts'
import {
  behind,
  drawn,
  judgedBefore,
  mock,
  plain,
  sharingOrders,
  type RightServer,
  type Start,
} from './right-server.ts'
import { slowMachine } from './slow-machine.ts'

/** A correct server, and what a run on it must come to. */
export interface Row {
  start: Start
  /** So many clauses pass at least: a server that is judged by less is fair for a bad reason. */
  passes: number
  options?: RunOptions
  /** What goes on beside the run; ends it. */
  beside?(server: RightServer): () => Promise<void>
}

const row = (passes: number, start: Start, more: Omit<Row, 'start' | 'passes'> = {}): Row => ({
  start,
  passes,
  ...more,
})

const profiles = Object.fromEntries(
  Object.keys(PROFILES).map((profile) => [profile, row(profile === 'tiny' ? 110 : 135, plain(profile))]),
)

const ONE_STATUS = {
  unauthorizedStatus: 400,
  notFoundStatus: 400,
  unprocessableStatus: 400,
  rateLimitedStatus: 400,
  conflictStatus: 400,
}

/** Answers that were failed once, or that nobody asked about. */
const answers: Readonly<Record<string, Row>> = {
  'an action ends within its request, and a hook says nothing': row(
    133,
    plain('strict', { bulkMs: 0, bulkStatus: 'queued', bulkHook: 'ends' }),
  ),
  'an action ends within its request, and a hook tells that there was none': row(
    133,
    plain('strict', { bulkMs: 0, bulkStatus: 'queued', bulkHook: 'tells' }),
  ),
  'an action ends within its request, and a hook refuses': row(
    133,
    plain('bureau', { bulkMs: 0, bulkStatus: 'queued', bulkHook: 'refuses' }),
  ),
  'an action ends after as long as a queue takes': row(
    135,
    plain('lenient', { bulkMs: 5, bulkVariesMs: 400, bulkHook: 'none' }),
  ),
  'an action ends after as long as a queue takes, or by a hook': row(
    135,
    behind(late(20), plain('strict', { bulkMs: 5, bulkVariesMs: 400, bulkHook: 'tells' })),
  ),
  'a conflict shows the running action, with the status of a conflict': row(
    135,
    plain('lenient', { conflictBody: 'action', conflictStatus: 409 }),
  ),
  'a conflict shows the running action, with the status of unprocessable': row(
    135,
    plain('strict', { conflictBody: 'action', conflictStatus: 422 }),
  ),
  'a patch resets what is omitted, and keeps what is required': row(
    135,
    plain('bureau', { patchOmitted: 'optional reset' }),
  ),
  'a patch resets what is omitted, and demands what is required': row(
    135,
    plain('strict', { patchOmitted: 'reset' }),
  ),
  'no two customers have an email, a phone or a tax number in common': row(
    135,
    plain('strict', { uniqueCustomerFields: ['email', 'phone', 'tax_number'] }),
  ),
  'an unknown template is not found, and a malformed one unprocessable': row(
    135,
    plain('overseas', { unknownTemplate: 'not_found', firstId: 100, highestTemplateId: 2_147_483_647 }),
  ),
  'an unknown template is unprocessable, and a malformed one not found': row(
    135,
    plain('bureau', { unknownTemplate: 'unprocessable', nonIntegerId: 'not_found' }),
  ),
  'instead of an unknown template the default one is taken': row(
    130,
    plain('overseas', { unknownTemplate: 'default' }),
  ),
  'amounts are shown in whole numbers': row(130, plain('strict', { moneyDigits: 0 })),
  'lines stand in another order, and what was paid back comes to nothing': row(
    135,
    plain('lenient', { lineOrder: 'by title', paidBack: 'nothing' }),
  ),
  'amounts are shown with one digit': row(130, plain('lenient', { moneyDigits: 1, wholeParts: true })),
  'amounts are shown with the digits of their currency': row(
    135,
    plain('overseas', { moneyDigits: 'of the currency', wholeParts: true }),
  ),
  'a search forgives a wrong letter': row(130, plain('lenient', { match: 'forgiving' })),
  'a document that is made moves updated_at': row(
    130,
    plain('lenient', { pdfStamps: true, timestampDigits: 3 }),
  ),
  'the next number has the year before it': row(135, plain('lenient', { nextNumber: '2026-0098' })),
  'templates and customers are counted from nought downwards': row(
    135,
    plain('bureau', { rowIds: 'downwards' }),
  ),
  'taxes are above 100 percent': row(135, plain('strict', { taxFactor: 30 })),
  'orders have no shipping address, and documents show the billing one': row(
    135,
    plain('strict', { shipping: 'never', missingShipping: 'billing' }),
  ),
  'orders have an empty shipping address, and documents show the billing one': row(
    135,
    plain('bureau', { shipping: 'never', missingShipping: 'billing', wholeParts: true }),
  ),
  'what is emptied is null': row(135, plain('lenient', { emptied: 'null' })),
  'what is emptied is absent': row(135, plain('overseas', { emptied: 'null' })),
  'lists are in an order that nothing shows': row(135, plain('bureau', { listOrder: 'scattered' })),
  'a plan allows 24 templates': row(130, plain('strict', { mostTemplates: 24 })),
  'numbers and names are checked': row(135, plain('strict', { numbers: 'checked', names: 'no markup' })),
  'numbers are kept without what parts them, and names with single blanks': row(
    135,
    plain('lenient', { numbers: 'bare' }),
  ),
  'names are of letters, digits and blanks': row(135, plain('overseas', { names: 'words' })),
  'drafts have no packing slips, and imported orders no documents': row(
    135,
    plain('bureau', { draftSlips: 'refused', importedDocuments: 'refused' }),
  ),
  'documents change with each setting that they show': row(
    135,
    plain('lenient', { pdfFreshness: 'changed' }),
  ),
  'documents are made once': row(135, plain('strict', { pdfFreshness: 'never' })),
  'documents are made anew each time': row(
    135,
    plain('overseas', { pdfFreshness: 'always', pdfDated: true }),
  ),
  'the words of documents are drawn from the last to the first': row(
    135,
    plain('strict', { pdfWords: 'last first' }),
  ),
  'any word of a text finds': row(135, plain('bureau', { match: 'any word' })),
  'a customer is written as LAST, first': row(135, plain('strict', { customerNames: 'LAST, first' })),
  'a customer is called by the company that pays': row(135, plain('bureau', { customerNames: 'company' })),
  'no two customers have a name in common': row(135, plain('strict', { names: 'full ones differ' })),
  'templates of credit notes alone are pre-selected for them': row(
    135,
    plain('strict', { creditNoteFlag: 'of credit notes' }),
  ),
  'a creation emails the invoice': row(135, plain('strict', { ownEmails: 'of creations' })),
  'a creation is followed by reminders': row(135, plain('strict', { ownEmails: 'reminders' })),
  'a regeneration emails the invoice': row(135, plain('strict', { ownEmails: 'of regenerations' })),
  'names have no signs of four bytes': row(135, plain('lenient', { names: 'three bytes' })),
  'names have the signs of Latin-1': row(135, plain('overseas', { names: 'Latin-1' })),
  'phones are written without blanks': row(135, plain('lenient', { phones: '+4930901820' })),
  'a signature stands behind colons': row(135, plain('overseas', { pdfSignature: 'colons' })),
  'a signature ends in a padding': row(135, plain('bureau', { pdfSignature: 'padded' })),
  'a text of more than fifty characters is too long': row(130, plain('strict', { maxLength: 50 })),
  'times have a comma': row(135, plain('strict', { timestampMark: ',' })),
  'ids of deleted records are given again': row(
    135,
    plain('bureau', { rowIds: 'reused', firstId: 0, idStep: 1 }),
  ),
  'every error but that of the plan has one status': row(135, plain('lenient', ONE_STATUS)),
  'errors have the fields of every kind': row(135, plain('strict', { errorFields: 'all' })),
  'errors tell when to come again, whatever they are': row(
    135,
    plain('lenient', { errorFields: 'filled', rateLimitedStatus: 429 }),
  ),
  'each operation has a limit of its own': row(
    135,
    plain('lenient', { quotaOf: 'operation', quota: { limit: 40, windowMs: 3000 } }),
  ),
  'a quota on every key, which tells short waits in milliseconds': row(
    120,
    plain('bureau', { otherQuotas: 'the same', quota: { limit: 60, windowMs: 250 } }),
  ),
  'a quota on every key': row(
    135,
    plain('strict', { otherQuotas: 'the same', quota: { limit: 120, windowMs: 1000 } }),
  ),
  'a tight quota on every key': row(
    20,
    plain('lenient', { otherQuotas: 'the same', quota: { limit: 8, windowMs: 1500 } }),
    { options: { time_budget: 90 } },
  ),
}

/** Ways of HTTP and JSON. */
const manners: Readonly<Record<string, Row>> = {
  'answers come in pieces': row(145, behind(chunked, mock())),
  'each connection serves one request': row(135, behind(closing, plain('bureau'))),
  'HTTP/1.0': row(145, behind(oldHttp, mock())),
  'headers in capitals, and many of them': row(135, behind(shouting, plain('lenient'))),
  'answers are packed': row(135, behind(packed, plain('strict'))),
  'JSON is indented, escaped, and in another order': row(135, behind(spelled, plain('overseas'))),
  'errors show what was sent': row(135, behind(echoing, plain('bureau'))),
  'objects have fields of their own': row(145, behind(wordy, mock())),
}

/** What a deployment lives with. */
const surroundings: Readonly<Record<string, Row>> = {
  'judged before': row(110, judgedBefore(mock())),
  'judged before, plain': row(100, judgedBefore(plain('bureau'))),
  'read at 300 ms of latency': row(
    60,
    behind(late(300), async (seed) => readOnly(await mock()(seed))),
  ),
  'a part at 300 ms of latency': row(20, behind(late(300), plain('strict')), {
    options: { time_budget: 120 },
  }),
  'one request in sixty is one too many': row(135, behind(shedding, mock()), {
    options: { time_budget: 240 },
  }),
  'one connection in two thousand is lost': row(135, behind(replaced, plain('strict'))),
  'a machine of a quarter of the speed': row(145, mock(), { beside: slowMachine }),
  'a slow machine, plain': row(135, plain('lenient'), { beside: slowMachine }),
  'others write all the time': row(120, mock(), { beside: others }),
  'others make seven invoices a second': row(135, mock(), { beside: invoicing }),
  'others make two invoices a second that are listed': row(135, sharingOrders(mock()), { beside: growing }),
  'others make two invoices a second that are listed, plain': row(120, sharingOrders(plain('strict')), {
    beside: growing,
  }),
  'others change templates and delete customers that were there before': row(120, mock(), {
    beside: tidying,
  }),
  'the other store changes its settings all the time': row(120, plain('strict'), { beside: neighbouring }),
  'others write all the time, plain': row(110, plain('strict'), { beside: others }),
}

/** Platforms that compute totals in their own ways; the seed draws their orders. */
const totals: Readonly<Record<string, Row>> = {
  'totals: a sum of floats': row(135, drawn('overseas', { reckoning: 'floats' })),
  'totals: a sum of floats, lines in another order': row(
    135,
    drawn('overseas', { reckoning: 'floats', lineOrder: 'by title', moneyDigits: 2 }),
  ),
  'totals: integer cents, taxes as they are given': row(135, drawn('strict', { reckoning: 'integers' })),
  'totals: integer cents, taxes as they are given, lines in the given order': row(
    135,
    drawn('lenient', { reckoning: 'integers' }),
  ),
  'totals: each line is rounded': row(135, drawn('bureau', { reckoning: 'per line', lineOrder: 'by title' })),
  'totals: all taxes are one product': row(
    135,
    drawn('bureau', { reckoning: 'once', moneyDigits: 'of the currency' }),
  ),
}

const readOnly = (server: RightServer): RightServer => ({
  ...server,
  target: { base_url: server.target.base_url, api_key: server.target.api_key },
})

/** Correct servers by name; `npm run fairness -- --list` tells them. */
export const ROWS: Readonly<Record<string, Row>> = {
  'the mock': row(145, mock()),
  ...profiles,
  ...answers,
  ...manners,
  ...surroundings,
  ...totals,
}
