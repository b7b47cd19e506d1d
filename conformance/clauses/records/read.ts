import type { Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
  judgeMore: (trial: Trial, shown: Shown, exchange: Exchange) => void = () => {},
): Check {
  return {
    name: `${kind.many} by their ids`,
    clauses: [kind.clauses.read],
    async run(trial) {
      const items = await lasting(trial, kind)
      if (items.length === 0) trial.notExercised(`the store has no ${kind.one}`)
      const step = Math.max(1, Math.floor(items.length / MOST))
      for (const item of items.filter((_, index) => index % step === 0 || index === items.length - 1)) {
        const { shown, exchange } = await judgeListed(trial, kind, item)
        judgeMore(trial, shown, exchange)
      }
    },
  }
}

/** The listed records that are there to stay: those of another run are soon deleted. */
async function lasting({ session }: Trial, kind: RecordKind): Promise<Shown[]> {
  const { items } = await kind.all(session)
  return items.filter((item) => otherRunOf(item, session.marker) === null)
}

/** The record is read as it is listed; `again` looks at the list once more. */
export async function judgeListed(
  trial: Trial,
  kind: RecordKind,
  listed: Shown,
  again: () => Promise<Shown | undefined> = () => listedNow(trial, kind, listed),
) {
  const exchange = await read(trial, kind, listed.id)
  const shown = recordOf(trial, kind.clauses.read, kind, exchange)
  const agreed = deviation(kind, listed, shown) === undefined
  const now = agreed ? listed : ((await again()) ?? listed)
  judgeAgree(trial, kind.clauses.read, kind, now, shown, [exchange])
  return { shown, exchange }
}

/** On a live store a record may have changed since it was listed: it is looked up once more. */
async function listedNow(trial: Trial, kind: RecordKind, listed: Shown): Promise<Shown | undefined> {
  trial.session.inventory.forget(kind.operations.update)
  const { items } = await kind.all(trial.session)
  return items.find(({ id }) => id === listed.id)
}
