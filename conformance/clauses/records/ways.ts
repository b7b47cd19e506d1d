import { check, type Check } from '../../judge/check.ts'
import type { Call } from '../../server/client/call.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { RecordKind } from './record-kind.ts'
import { named, type Records } from './records.ts'

/** What other clients send along with a valid request: HTTP lets them, and the contract asks for nothing else. */
const WAYS: readonly Pick<Call, 'headers' | 'odd'>[] = [
  { headers: { 'content-type': 'application/json; charset=utf-8' } },
  { headers: { accept: '*/*' } },
  { headers: { accept: 'application/json, text/plain, */*' } },
  { headers: { 'transfer-encoding': 'chunked' }, odd: true },
]

/** templates.update, customers.update: a valid update is one, by whatever client it is sent. */
export const waysToUpdate = (kind: RecordKind): Check[] =>
  named(kind, { [`a ${kind.one} updated as other clients do`]: inEachWay }).map((one) =>
    check(kind.clauses.update, one),
  )

async function inEachWay(records: Records): Promise<void> {
  const { law, kind } = records
  const [, { shown, exchange }] = await records.own(3)
  for (const way of WAYS) {
    const input = await records.input()
    const call = { params: { id: shown.id }, body: { [kind.one]: input }, ...way }
    const updated = await law.call(kind.operations.update, call)
    if (!wantsLength(updated)) await records.judgeWritten({ id: shown.id, ...input }, updated, [exchange])
  }
}

/** HTTP lets a server refuse a body whose length is not told before. */
const wantsLength = ({ response }: Exchange): boolean => response.status === 411
