import type { OperationId } from '../../../schemas/operations.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { isDrawn, type Draw } from '../drawn.ts'
import { at, BROWSER, NO_SLUG, WRONG_TEMPLATE, type OddCall } from './odd-requests.ts'

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

/** Bodies that are no JSON, or JSON of a shape that nobody expects. */
const RAW_BODIES: readonly string[] = [
  ['', ' ', '{', '}', '[', '[]', 'null', 'true', '0', '"text"', '{"', "{'a': 1}", '\ufeff{}', '\u0000'],
  ['{"a": NaN}', '{"a": 1e999}', '{"a": undefined}', 'order_id=562949953421312&draft=true', '<xml/>'],
  [
    '{"order_id": 562949953421312',
    '{"order_id": 99999999999999999999999}',
    '{"order_id": 1e400}',
    '{"order_id": -0}',
  ],
  ['{"__proto__": {"order_id": 562949953421312}}', '{"constructor": {"prototype": 1}}'],
  '{"template": null, "customer": null, "settings": null}',
  '{"template": "x", "customer": 7, "settings": true}',
  ['{"invoice_ids": null}', '{"invoice_ids": [null]}', '{"invoice_ids": [[1]]}', '{"invoice_ids": [1e999]}'],
  '{"invoice_ids": {"length": 1}}',
  // Two mistakes at once, for whoever it is meant.
  '{"order_id": {}, "draft": [], "template_id": "x"}',
  '{"invoice_ids": {}, "template_name": []}',
  '{"template": {"name": {}, "font_size": []}, "customer": {"email": {}, "first_name": []}}',
  '{"settings": {"business_name": {}, "footer_message": []}}',
  DEEP,
  // Beside what is well formed, and about an order that nobody has.
  `{"order_id": ${UNLIKELY_ID}, "beside": ${DEEP}}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
].flat()

const WITH_BODY = ['createInvoice', 'bulkPdf', 'createTemplate', 'createCustomer', 'updateSettings'] as const

/** What an odd write is about. */
export interface Odd {
  readonly id: number
  readonly slug: string
}

/** Bytes that are no text, or no sound escape, and that no pattern takes for the name of a record. */
const NO_NAMES = ['%ff', '%zz', '%00']

const WRITES_BY_NAME = [
  'regenerateInvoice',
  'sendInvoiceEmail',
  'updateTemplate',
  'updateCustomer',
  'deleteTemplate',
  'deleteCustomer',
] as const

/** Odd requests that would write nothing sensible if a server carried them out: unknown records, unreadable bodies. */
export function oddWrites({ id, slug }: Odd, draw: Draw): OddCall[] {
  return [
    ...NO_NAMES.flatMap((name) => at(WRITES_BY_NAME, { params: { slug: name, id: name }, raw_params: true })),
    // Of a template that nobody has.
    ...at(['bulkPdf'], {
      body: { invoice_ids: [id], template_name: '\u{1f9fe} \u{1d518}\u{1d52b}\u{1d526}' },
    }),
    ...at(['regenerateInvoice'], { params: { slug: NO_SLUG }, query: WRONG_TEMPLATE }),
    ...at(['sendInvoiceEmail'], { params: { slug: NO_SLUG }, body: WRONG_TEMPLATE }),
    ...at(['createCustomer'], { body: {}, headers: BROWSER }),
    ...at(['createCustomer'], { raw_body: NO_UTF8 }),
    ...at(['createCustomer', 'createInvoice'], { body: {}, headers: LATIN }),
    ...oddBodies(slug, draw),
  ]
}

/** JSON has no other letters than those of Unicode, which older clients do not know. */
const LATIN = { 'content-type': 'application/json; charset=iso-8859-1' }

/** A text of bytes that are no UTF-8, in a customer whose email is wrong, so that none is made. */
const NO_UTF8 = Buffer.from('{"customer": {"email": {}, "first_name": "\xff\xfe"}}', 'latin1')

function oddBodies(slug: string, draw: Draw): OddCall[] {
  return RAW_BODIES.flatMap((raw_body, turn) =>
    [
      ...at(WITH_BODY, { raw_body }),
      ...at(['regenerateInvoice'], { params: { slug: NO_SLUG }, raw_body }),
      ...at(['updateTemplate', 'updateCustomer'], { params: { id: UNLIKELY_ID }, raw_body }),
      // A body that may be left out is no odd one when it is empty.
      ...at(isPlainlyEmpty(raw_body) ? [] : ['sendInvoiceEmail'], { params: { slug }, raw_body }),
    ].filter(
      ({ operation }, index) =>
        isMeantFor(raw_body, operation) || NO_OBJECTS.includes(raw_body) || isDrawn(draw, turn, index),
    ),
  )
}

/** Nothing, and sound JSON that is no object: what reads a field of it at once breaks, at whichever operation. */
const NO_OBJECTS = ['', '[]', 'null']

/** What a body speaks of, in whose words. */
const SPEAKS_OF: Partial<Record<OperationId, RegExp>> = {
  createInvoice: /"order_id"/,
  bulkPdf: /"invoice_ids"/,
  createTemplate: /"template"/,
  updateTemplate: /"template"/,
  createCustomer: /"customer"/,
  updateCustomer: /"customer"/,
  updateSettings: /"settings"/,
}

const isMeantFor = (body: string, operation: OperationId): boolean =>
  SPEAKS_OF[operation]?.test(body) ?? false

const isPlainlyEmpty = (body: string) =>
  !/^\s*[[{"]/.test(body) ||
  /__proto__|constructor|null|invoice_ids|order_id|settings|"x"|"name"|^\ufeff/.test(body)
