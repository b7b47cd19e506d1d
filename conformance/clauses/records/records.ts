import type { Law } from '../../judge/law.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { lastSeen } from '../../server/activity/last-seen.ts'
import { RecordCalls } from './record-calls.ts'
import { shownBy, type Fields, type RecordKind, type Shown } from './record-kind.ts'
import { deviation, isShown, sameField } from './same-record.ts'

type Exchanges = Exchange | readonly Exchange[]

/** Templates or customers, under the clause that is judged. */
export class Records extends RecordCalls {
  readonly law: Law

  constructor(law: Law, kind: RecordKind) {
    super(law, kind)
    this.law = law
  }

  /** The record that an answer holds; the clause demands that it is a success that holds one. */
  shownIn(exchange: Exchange): Shown {
    const shown = shownBy(this.kind, this.law.success(exchange))
    if (shown && Number.isInteger(shown.id)) return shown
    throw this.law.violation({ expected: `${this.kind.one} with an integer id`, exchanges: exchange })
  }

  /** The clause demands that a record shows each of these values. */
  judgeFields(expected: Fields, shown: Fields, exchanges: Exchanges): void {
    const wrong = Object.keys(expected).find((field) => !isShown(field, expected[field], shown[field]))
    this.#judge(wrong, expected, shown, exchanges)
  }

  /** The clause demands that two sights of a record agree in every stated field. */
  judgeAgree(known: Fields, shown: Fields, exchanges: Exchanges): void {
    this.#judge(deviation(this.kind, known, shown), known, shown, exchanges)
  }

  #judge(wrong: string | undefined, expected: Fields, shown: Fields, exchanges: Exchanges): void {
    if (wrong === undefined) return this.law.pass()
    const { one } = this.kind
    const last = [exchanges].flat().at(-1)
    const thing = `${wrong} of ${one} ${String(shown['id'])}`
    throw this.law.violation({
      field: `${one}.${wrong}`,
      message: this.#isStale(wrong, shown, last)
        ? `stale: ${thing} shows the value from before the update`
        : `${thing} is wrong${last ? ` at ${last.operation}` : ''}`,
      expected: `${wrong} ${inWords(expected[wrong])}`,
      got: inWords(shown[wrong]),
      exchanges,
    })
  }

  /** True if a read shows a field as it was before an update. */
  #isStale(field: string, shown: Fields, read?: Exchange): boolean {
    const { kind, law } = this
    const former = lastSeen(law.session).former[kind.many].get(Number(shown['id'])) ?? []
    return read?.request.method === 'GET' && former.some((one) => sameField(one[field], shown[field]))
  }

  /** Reads a record; the clause demands that it is there as it is known. */
  async judgeRead(known: Shown, earlier: readonly Exchange[]): Promise<Shown> {
    const exchange = await this.read(known.id)
    const shown = this.shownIn(exchange)
    this.judgeAgree(known, shown, [...earlier, exchange])
    return shown
  }

  /** The clause demands that a write's answer shows these values, and that the record is read so. */
  async judgeWritten(
    expected: Fields,
    exchange: Exchange,
    earlier: readonly Exchange[] = [],
  ): Promise<Shown> {
    const shown = this.judgeAnswered(expected, exchange, earlier)
    await this.judgeRead(shown, [...earlier, exchange])
    return shown
  }

  /** The clause demands that a write's answer shows these values. */
  judgeAnswered(expected: Fields, exchange: Exchange, earlier: readonly Exchange[] = []): Shown {
    const shown = this.shownIn(exchange)
    this.judgeFields(expected, shown, [...earlier, exchange])
    return shown
  }
}

const inWords = (value: unknown) => JSON.stringify(value) ?? 'nothing'

/** What a check does with records of a kind; those that it makes are deleted in the end. */
export const judging = (kind: RecordKind, judge: (records: Records) => Promise<void>) => (law: Law) => {
  const records = new Records(law, kind)
  return records.tidying(() => judge(records))
}

/** Checks of a kind by their names, as what each of them judges. */
export const named = (
  kind: RecordKind,
  checks: Readonly<Record<string, (records: Records) => Promise<void>>>,
) => Object.entries(checks).map(([name, judge]) => ({ name, run: judging(kind, judge) }))
