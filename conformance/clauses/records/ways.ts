import { check, type Check } from '../../judge/check.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
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
  named(kind, {
    [`a ${kind.one} updated as other clients do`]: inEachWay,
    [`an updated ${kind.one}, by who has seen it before`]: onCondition,
  }).map((one) => check(kind.clauses.update, one))

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

/** Whoever names the version that it has seen is told that nothing changed only where nothing did. */
async function onCondition(records: Records): Promise<void> {
  const { law, kind } = records
  const [{ shown }] = await records.own(1)
  const before = await records.read(shown.id)
  const version = before.response.headers['etag']
  if (version === undefined) return
  const params = { id: shown.id }
  const updated = await law.call(kind.operations.update, {
    params,
    body: { [kind.one]: await records.input() },
  })
  const headers = { 'if-none-match': version }
  const after = await law.call(kind.operations.read, { params, headers })
  law.judge(!isSuccess(updated) || after.response.status !== NOT_MODIFIED, {
    expected: `the ${kind.one} as it is now, which is another than with the ETag ${version}`,
    exchanges: [before, updated, after],
  })
}

const NOT_MODIFIED = 304
