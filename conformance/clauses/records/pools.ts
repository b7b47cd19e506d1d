import fc from 'fast-check'
import { keysOf } from '../../../schemas/tables.ts'
import { atOnce } from '../../judge/at-once.ts'
import type { CustomerInput, TemplateInput } from '../../../schemas/types.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { isRewritten } from '../kept-form.ts'
import { leftOut, requiredOf } from './left-out.ts'
import {
  BLANKS,
  LONG_TEXTS,
  LONGEST_TEXT,
  MANY_TAGS,
  MARKUP,
  ODD_TEXTS,
  ODD_WORDS,
  RARE_SIGNS,
  SIGNS,
} from './odd-texts.ts'
import { shownBy, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import type { Records } from './records.ts'

type PoolsOf<Field extends string> = Readonly<Record<Field, readonly unknown[]>>

/** For each input field the values that are tried: small pools, so that values meet again. */
export type Pools = PoolsOf<string>

const known = perRun<RecordKind, Promise<Pools>>()

/** The pools of a kind: no value in them may be refused for a reason that the specification leaves open. */
export function poolsOf(records: Records): Promise<Pools> {
  return known(records.law.session, records.kind, async () => {
    const pools = await POOLS[records.kind.one](records)
    return withEmptyTexts(pools, requiredOf(await leftOut(records)))
  })
}

const POOLS: Record<RecordKind['one'], (records: Records) => Promise<Pools>> = {
  template: templatePools,
  customer: customerPools,
}

async function customerPools(records: Records): Promise<PoolsOf<keyof CustomerInput>> {
  const { marker } = records.law
  const { email, phone, tax_number, eori_number, tags } = await accepted(records, formed(marker), [])
  return {
    email,
    phone: [PERHAPS_EMPTY, ...phone],
    first_name: [PERHAPS_EMPTY, ...(await texts(records, 'first_name', ''))],
    last_name: await texts(records, 'last_name', marker),
    tax_number: [PERHAPS_EMPTY, ...tax_number],
    eori_number: [PERHAPS_EMPTY, ...eori_number],
    tags: [PERHAPS_EMPTY, ...tags],
  }
}

/** Addresses and numbers, some of unusual form, which a server that checks formats may refuse (question input.strings). */
const formed = (marker: string) => ({
  email: [
    `ada.${marker}@example.com`,
    `o'brien+1.${marker}@example.com`,
    `007_x-y.${marker}@mail.example.org`,
  ],
  phone: ['+49 30 901820', '007', '(030) 12-34/5', '0', '4930901820'],
  tax_number: ['DE123456789', '123456789', '00012345678', 'ATU 12/345-6', '0', `FR"O'%\\ü`],
  eori_number: ['DE1234567', '0001', 'null', 'GB-12 3456/ü'],
  tags: ['vip', 'zulu, two words, alpha', ...ODD_WORDS, ...MANY_TAGS],
})

/**
 * Stands for an empty text, where the server does not require the field: it may take that for none. For fields that
 * have no marker, no form that may be asked for, and need not be unique.
 */
const PERHAPS_EMPTY = Symbol('perhaps empty')

function withEmptyTexts(pools: Pools, required: readonly string[]): Pools {
  const filled = Object.entries(pools).map(([field, values]) => {
    const empty = required.includes(field) ? [] : ['']
    return [field, values.flatMap((value) => (value === PERHAPS_EMPTY ? empty : [value]))]
  })
  return Object.fromEntries(filled)
}

async function templatePools(records: Records): Promise<PoolsOf<keyof TemplateInput>> {
  const { items } = await records.all()
  const { invoice_number_prefix, ...formats } = await accepted(records, FORMATS, items)
  return {
    name: await texts(records, 'name', records.law.marker, [...LONG_TEXTS, LONGEST_TEXT]),
    template_type: ['invoice', 'packing_slip', 'credit_note'],
    // True would take the choice from the template that others' documents are made by.
    pre_selected_orders: [false],
    pre_selected_draft_orders: [false],
    pre_selected_pos_orders: [false],
    pre_selected_credit_notes: [false],
    ...formats,
    invoice_number_prefix: [PERHAPS_EMPTY, ...invoice_number_prefix],
    logo_enabled: [true, false],
  }
}

/**
 * Values of formats and units that are open (question template.units), and what numbers may begin with (question
 * input.strings); the server may refuse any it does not show.
 */
const FORMATS = {
  accent_color: ['#102030', '#998877'],
  font_family: ['Helvetica', 'Courier', 'Noto Sans'],
  font_size: [9, 12, 0],
  date_format: ['YYYY-MM-DD', '%Y-%m-%d', 'DD.MM.YYYY', '%d.%m.%Y'],
  logo_width: [80, 200, 0],
  invoice_number_prefix: ['CK-', ...ODD_WORDS],
  logo_url: ['https://example.com/a%20b/%C3%BC.svg?x=1&y=%22#z', "https://cdn.example.com/o'brien.png"],
}

/** Of each field what our own record has, what the store's records show, and the candidates that an update accepts. */
async function accepted<Field extends string>(
  records: Records,
  candidates: PoolsOf<Field>,
  items: readonly Shown[],
): Promise<PoolsOf<Field>> {
  return records.tidying(async () => {
    const [{ input, shown }] = await records.own(1)
    const pools: Partial<Record<Field, unknown[]>> = {}
    // What is kept in another form would be judged by that.
    const isTaken = async (field: Field, value: unknown) => {
      const exchange = await records.update(shown.id, { ...input, [field]: value })
      return isSuccess(exchange) && !isRewritten(field, value, shownBy(records.kind, exchange)?.[field])
    }
    for (const field of keysOf(candidates)) {
      const taken = await atOnce(records.law.writable(candidates[field]), async (value) =>
        (await isTaken(field, value)) ? [value] : [],
      )
      const values = new Set([input[field], ...items.map((item) => item[field]).slice(0, 6), ...taken.flat()])
      pools[field] = [...values].filter((value) => typeof value === typeof input[field])
    }
    // Each candidate has got one.
    return pools as PoolsOf<Field>
  })
}

/** The odd texts with a mark behind them, and the long ones, without those of a kind that the server refuses in a field, or keeps in another form. */
async function texts(
  records: Records,
  field: string,
  mark: string,
  long: readonly string[] = LONG_TEXTS,
): Promise<string[]> {
  const marked = (text: string) => `${text} ${mark}`.trim()
  const { law } = records
  const signs = law.writable(SIGNS).map(marked)
  const telling = law.writable([MARKUP, BLANKS, ...long, ...RARE_SIGNS.map(([text]) => text)]).map(marked)
  const first = await refusedAmong(records, field, [...signs, ...telling])
  const odd = law.writable(ODD_TEXTS).map(marked)
  // A server that wants no signs in names may take few of the others.
  const refused = signs.some((text) => first.includes(text)) ? await refusedAmong(records, field, odd) : []
  const rare = RARE_SIGNS.filter(([text]) => first.includes(marked(text)))
  return [...odd, ...long.map(marked)]
    .filter((text) => ![...first, ...refused].includes(text))
    .filter((text) => !rare.some(([, letters]) => letters.test(text)))
}

async function refusedAmong(records: Records, field: string, values: readonly string[]): Promise<string[]> {
  const { [field]: taken = [] } = await accepted(records, { [field]: values }, [])
  return values.filter((value) => !taken.includes(value))
}

/** Full inputs with values of the pools. */
export function inputArbitrary(pools: Pools): fc.Arbitrary<Fields> {
  return fc.record(arbitraries(pools))
}

/** Inputs of some fields, at least one. */
export function someFieldsArbitrary(pools: Pools): fc.Arbitrary<Fields> {
  return fc
    .record(arbitraries(pools), { requiredKeys: [] })
    .filter((fields) => Object.keys(fields).length > 0)
}

const arbitraries = (pools: Pools) =>
  Object.fromEntries(Object.entries(pools).map(([field, values]) => [field, fc.constantFrom(...values)]))

/** As many numbers as it takes inputs to meet every value of the pools. */
export const everyTurn = (pools: Pools): number[] => [
  ...Array(Math.max(...Object.values(pools).map(({ length }) => length))).keys(),
]

/** The nth full input, another value in every field than in the one before where the pool has one; fields are out of step. */
export function nthInput(pools: Pools, n: number): Fields {
  return Object.fromEntries(
    Object.entries(pools).map(([field, values], index) => [field, values[(n + index) % values.length]]),
  )
}
