import { atOnce } from '../../judge/at-once.ts'
import { check, type Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { isOfRun, otherRunOf } from '../../server/store/marker.ts'
import type { RecordKind, Shown } from './record-kind.ts'
import { judging, type Records } from './records.ts'
import { deviation } from './same-record.ts'

/** Records that are read, at most: from the whole list, its last included. */
const MOST = 40

/** templates.read, customers.read: each listed record is read by its id, as it is listed. */
export const readCheck = (
  kind: RecordKind,
  judgeMore: (records: Records, shown: Shown, exchange: Exchange) => void = () => {},
): Check =>
  check(kind.clauses.read, {
    name: `${kind.many} by their ids`,
    run: judging(kind, async (records) => {
      const items = await lasting(records)
      if (items.length === 0) records.law.notExercised(`the store has no ${kind.one}`)
      const step = Math.max(1, Math.floor(items.length / MOST))
      const some = items.filter((_, index) => index % step === 0 || index === items.length - 1)
      await atOnce(some, async (item) => {
        const read = await judgeListed(records, item)
        if (read) judgeMore(records, read.shown, read.exchange)
      })
    }),
  })

/** The listed records that are there to stay: those of another run are soon deleted. */
const lasting = async (records: Records): Promise<Shown[]> =>
  (await records.all()).items.filter((item) => otherRunOf(item, records.law.marker) === null)

/**
 * The record is read as it is listed. On a live store it may have changed since, or be gone, of which nothing is judged:
 * `again` looks at the list once more.
 */
export async function judgeListed(
  records: Records,
  listed: Shown,
  again = async () => (await records.allAnew()).items,
): Promise<{ shown: Shown; exchange: Exchange } | undefined> {
  const exchange = await records.read(listed.id)
  const now = async () => (await again()).find(({ id }) => id === listed.id)
  const isOthers = !isOfRun(listed, records.law.marker)
  if (!isSuccess(exchange) && isOthers && (await now()) === undefined) return undefined
  const shown = records.shownIn(exchange)
  const isAgreed = deviation(records.kind, listed, shown) === undefined
  records.judgeAgree(isAgreed ? listed : ((await now()) ?? listed), shown, [exchange])
  return { shown, exchange }
}
