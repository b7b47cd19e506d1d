import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import { judgeAgree, recordOf } from './judge.ts'
import { read } from './own.ts'
import type { RecordKind, Shown } from './record-kind.ts'
import { deviation } from './same-record.ts'

/** Records that are read, at most: from the whole list, its last included. */
const MOST = 40

/** templates.read, customers.read: each listed record is read by its id, as it is listed. */
export function readCheck(
  kind: RecordKind,
  judgeMore: (law: Law, shown: Shown, exchange: Exchange) => void = () => {},
): Check {
  return check(kind.clauses.read, {
    name: `${kind.many} by their ids`,
    async run(law) {
      const items = await lasting(law, kind)
      if (items.length === 0) law.notExercised(`the store has no ${kind.one}`)
      const step = Math.max(1, Math.floor(items.length / MOST))
      for (const item of items.filter((_, index) => index % step === 0 || index === items.length - 1)) {
        const { shown, exchange } = await judgeListed(law, kind, item)
        judgeMore(law, shown, exchange)
      }
    },
  })
}

/** The listed records that are there to stay: those of another run are soon deleted. */
async function lasting({ session }: Law, kind: RecordKind): Promise<Shown[]> {
  const { items } = await kind.all(session)
  return items.filter((item) => otherRunOf(item, session.marker) === null)
}

/** The record is read as it is listed; `again` looks at the list once more. */
export async function judgeListed(
  law: Law,
  kind: RecordKind,
  listed: Shown,
  again: () => Promise<Shown | undefined> = () => listedNow(law, kind, listed),
) {
  const exchange = await read(law, kind, listed.id)
  const shown = recordOf(law, kind.clauses.read, kind, exchange)
  const agreed = deviation(kind, listed, shown) === undefined
  const now = agreed ? listed : ((await again()) ?? listed)
  judgeAgree(law, kind.clauses.read, kind, now, shown, [exchange])
  return { shown, exchange }
}

/** On a live store a record may have changed since it was listed: it is looked up once more. */
async function listedNow(law: Law, kind: RecordKind, listed: Shown): Promise<Shown | undefined> {
  law.store.forget(kind.operations.update)
  const { items } = await kind.all(law.session)
  return items.find(({ id }) => id === listed.id)
}
