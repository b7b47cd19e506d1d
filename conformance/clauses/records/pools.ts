import fc from 'fast-check'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { PRE_SELECTED } from '../../server/store/own-records.ts'
import { leftOut, requiredOf } from './left-out.ts'
import { ODD_TEXTS, ODD_WORDS } from './odd-texts.ts'
import { update, withOwn } from './own.ts'
import { perRun } from '../../server/per-run.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type RecordKind, type Shown } from './record-kind.ts'

/** For each input field the values that are tried: small pools, so that values meet again. */
export type Pools = { readonly [field: string]: readonly unknown[] }

const known = perRun<RecordKind, Promise<Pools>>()

/** The pools of a kind: no value in them may be refused for a reason that the specification leaves open. */
export function poolsOf(law: Law, kind: RecordKind): Promise<Pools> {
  return known(law.session, kind, async () => {
    const { marker } = law.session
    const pools = kind === TEMPLATES ? await templatePools(law, marker) : await customerPools(law, marker)
    return withEmptyTexts(pools, requiredOf(await leftOut(law, kind)))
  })
}

async function customerPools(law: Law, marker: string): Promise<Pools> {
  return {
    ...(await accepted(law, CUSTOMERS, contacts(marker), [])),
    first_name: ODD_TEXTS,
    last_name: ODD_TEXTS.map((text) => `${text} ${marker}`),
    tax_number: ['DE123456789', '00012345678', 'ATU 12/345-6', '0', `FR"O'%\\ü`],
    eori_number: ['DE1234567', '0001', 'null', 'GB-12 3456/ü'],
    tags: ['vip', 'zulu, two words, alpha', ...ODD_WORDS],
  }
}

/** Addresses and numbers of unusual form, which a server that checks formats may refuse (question input.strings). */
const contacts = (marker: string): Pools => ({
  email: [
    `ada.${marker}@example.com`,
    `o'brien+1.${marker}@example.com`,
    `007_x-y.${marker}@mail.example.org`,
  ],
  phone: ['+49 30 901820', '007', '(030) 12-34/5', '0'],
})

/** Fields that an empty text fits, unless the server requires them. */
const MAY_BE_EMPTY = ['first_name', 'phone', 'tax_number', 'eori_number', 'tags', 'invoice_number_prefix']

function withEmptyTexts(pools: Pools, required: readonly string[]): Pools {
  const fields = MAY_BE_EMPTY.filter((field) => field in pools && !required.includes(field))
  return { ...pools, ...Object.fromEntries(fields.map((field) => [field, ['', ...pools[field]!]])) }
}

async function templatePools(law: Law, marker: string): Promise<Pools> {
  const { items } = await TEMPLATES.all(law.session)
  return {
    name: ODD_TEXTS.map((text) => `${text} ${marker}`),
    template_type: ['invoice', 'packing_slip', 'credit_note'],
    ...Object.fromEntries(PRE_SELECTED.map((flag) => [flag, [false]])),
    ...(await accepted(law, TEMPLATES, FORMATS, items)),
    invoice_number_prefix: ['CK-', ...ODD_WORDS],
    logo_enabled: [true, false],
  }
}

/** Values of formats and units that are open (question template.units); the server may refuse any it does not show. */
const FORMATS: Pools = {
  accent_color: ['#102030', '#998877'],
  font_family: ['Helvetica', 'Courier', 'Noto Sans'],
  font_size: [9, 12, 0],
  date_format: ['YYYY-MM-DD', '%Y-%m-%d', 'DD.MM.YYYY', '%d.%m.%Y'],
  logo_width: [80, 200, 0],
  logo_url: ['https://example.com/a%20b/%C3%BC.svg?x=1&y=%22#z', "https://cdn.example.com/o'brien.png"],
}

/** Of each field what our own record has, what the store's records show, and the candidates that an update accepts. */
async function accepted(
  law: Law,
  kind: RecordKind,
  candidates: Pools,
  items: readonly Shown[],
): Promise<Pools> {
  const pools: { [field: string]: unknown[] } = {}
  await withOwn(law, kind, 1, async ([own]) => {
    for (const [field, tried] of Object.entries(candidates)) {
      const values = new Set([own!.input[field], ...items.map((item) => item[field]).slice(0, 6)])
      for (const value of tried) {
        const answer = await update(law, kind, own!.shown.id, { ...own!.input, [field]: value })
        if (isSuccess(answer)) values.add(value)
      }
      pools[field] = [...values].filter((value) => typeof value === typeof own!.input[field])
    }
  })
  return pools
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
