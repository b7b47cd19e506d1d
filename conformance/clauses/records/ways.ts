import { check, type Check } from '../../judge/check.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { judgeOnCondition } from '../on-condition.ts'
import { WHOLE } from '../paging/page.ts'
import { records as recordsIn } from '../../server/store/inventory.ts'
import { poolsOf } from './pools.ts'
import { shownBy, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import { named, type Records } from './records.ts'
import { TELLING } from './telling.ts'

/** What other clients send along with a valid request: HTTP lets them, and the contract asks for nothing else. */
const WAYS: readonly Pick<Call, 'headers' | 'odd'>[] = [
  { headers: { 'content-type': 'application/json; charset=utf-8' } },
  { headers: { accept: '*/*' } },
  { headers: { accept: 'application/json, text/plain, */*' } },
  { headers: { 'transfer-encoding': 'chunked' }, odd: true },
]

/** templates.update, customers.update: a valid update is one, by whatever client it is sent. */
export const waysToUpdate = (kind: RecordKind): Check[] =>
  named(kind, {
    [`a ${kind.one} updated as other clients do`]: inEachWay,
    [`an updated ${kind.one}, by who has seen it before`]: onCondition,
    [`a ${kind.one} updated beside a null`]: besideNull,
  }).map((one) => check(kind.clauses.update, one))

async function inEachWay(records: Records): Promise<void> {
  const { law, kind } = records
  const [, { shown, exchange }] = await records.own(3)
  for (const way of WAYS.filter(({ odd }) => !odd || law.allows('hostile-input'))) {
    const input = { ...(await records.input()), ...(way.odd && (await rarelyNamed(records))) }
    const call = { params: { id: shown.id }, body: { [kind.one]: input }, ...way }
    const updated = await law.call(kind.operations.update, call)
    if (!wantsLength(updated)) await records.judgeWritten({ id: shown.id, ...input }, updated, [exchange])
  }
}

const NAMES = { template: 'name', customer: 'last_name' } as const

/** A name with a character of several bytes, which two chunks part; none where the server takes none. */
async function rarelyNamed(records: Records): Promise<Fields> {
  const field = NAMES[records.kind.one]
  const name = (await poolsOf(records))[field]?.find((text) => /[\u0080-\uffff]/.test(String(text)))
  return name === undefined ? {} : { [field]: name }
}

/** HTTP lets a server refuse a body whose length is not told before. */
const wantsLength = ({ response }: Exchange): boolean => response.status === 411

/** By who has seen the record, and by who has seen it in the list. */
async function onCondition(records: Records): Promise<void> {
  const { law, kind } = records
  const [{ shown }] = await records.own(1)
  const { id } = shown
  const before = await records.read(id)
  const listed = await law.call(kind.operations.list, { query: { per_page: WHOLE } })
  const body = { [kind.one]: await records.input() }
  const updated = await law.call(kind.operations.update, { params: { id }, body })
  const fields = (record: Fields | null | undefined) =>
    record ? kind.inputFields.map((field) => record[field]) : undefined
  await judgeOnCondition(law, before, updated, (exchange) => fields(shownBy(kind, exchange)))
  await judgeOnCondition(law, listed, updated, (exchange) =>
    fields(recordsIn<Shown>(exchange, kind.many).find((record) => record.id === id)),
  )
}

/** What becomes of a null is open (question input.coercion); where it is taken, so are the fields behind it. */
async function besideNull(records: Records): Promise<void> {
  const { law, kind } = records
  const [{ shown, exchange }] = await records.own(1)
  const nothing = TELLING[kind.one]
  const { [nothing]: _, ...given } = await records.input()
  const updated = await records.update(shown.id, { [nothing]: null, ...given })
  if (!isSuccess(updated)) return law.missing(`the server takes no null for ${nothing}`)
  await records.judgeWritten({ id: shown.id, ...given }, updated, [exchange])
}
