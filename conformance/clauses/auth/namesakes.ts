import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { OwnRecord } from '../records/record-calls.ts'
import {
  CUSTOMERS,
  shownBy,
  TEMPLATES,
  type Fields,
  type RecordKind,
  type Shown,
} from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { demanded, TELLING } from '../records/telling.ts'

const key = 'other_store'

/**
 * A record of our own, and one of the other store that has its name or email: the other is made of nothing but what it
 * is given, and stays as it is when ours is changed and deleted.
 */
export const namesakes: readonly Check[] = (
  [
    [TEMPLATES, 'auth.scope-templates'],
    [CUSTOMERS, 'auth.scope-customers'],
  ] as const
).map(([kind, clause]) =>
  check(clause, {
    name: `${kind.many} of one ${kind.known_by} in two stores`,
    needs: ['other_store_key', 'writes'],
    // Nothing may be made between two of one name.
    touches: { [kind.many]: 'changes' },
    run: judging(kind, async (records) => {
      const { law } = records
      const telling = { [TELLING[kind.one]]: `7${law.marker.slice(0, 6)}` }
      const own = await records.makeOne({ ...(await records.input()), ...telling })
      const given = demanded(kind, own.input)
      const made = await makeThere(law, kind, given)
      const twin = shownBy(kind, made)
      if (!twin) return judgeRefusal(records, own, given, made)
      try {
        await judgeTwin(records, own, twin, made)
      } finally {
        await forget(law, kind, twin)
      }
    }),
  }),
)

async function makeThere(law: Law, kind: RecordKind, given: Fields): Promise<Exchange> {
  const exchange = await law.call(kind.operations.create, { key, body: { [kind.one]: given } })
  const made = shownBy(kind, exchange)
  if (made) law.ledger.createdElsewhere({ key, kind: kind.many, id: made.id })
  return exchange
}

/** What the other store takes as soon as ours is deleted, and does not before, again and again, it refuses for ours. */
async function judgeRefusal(
  records: Records,
  own: OwnRecord,
  given: Fields,
  refused: Exchange,
): Promise<void> {
  const { law, kind } = records
  await law.settled(async (look) => {
    const ours = look === 0 ? own : await records.makeOne(own.input)
    const first = look === 0 ? refused : await makeThere(law, kind, given)
    const gone = await records.delete(ours.shown.id)
    const second = await makeThere(law, kind, given)
    for (const exchange of [first, second]) await forgetMade(law, kind, exchange)
    if (isSuccess(first) || !isSuccess(second)) return missed(law, kind)
    return {
      message: `the other store takes the ${kind.one} once that of ours is deleted`,
      expected: `a ${kind.one} of the other store, which has none like it`,
      exchanges: [ours.exchange, first, gone, second],
    }
  })
}

function missed(law: Law, { one }: RecordKind): 'unseen' {
  law.missing(`the other store took no ${one} of ours`)
  return 'unseen'
}

async function forgetMade(law: Law, kind: RecordKind, exchange: Exchange): Promise<void> {
  const made = shownBy(kind, exchange)
  if (made) await forget(law, kind, made)
}

async function judgeTwin(records: Records, own: OwnRecord, twin: Shown, made: Exchange): Promise<void> {
  const { law, kind } = records
  const field = TELLING[kind.one]
  law.judge(twin[field] !== own.input[field], {
    field: `${kind.one}.${field}`,
    expected: `a ${field} of its own, for it was given none`,
    got: `that of ${kind.one} ${own.shown.id} of another store`,
    exchanges: [own.exchange, made],
  })
  const read = () => law.call(kind.operations.read, { params: { id: twin.id }, key })
  const before = records.shownIn(await read())
  const changed: Fields = { ...own.input, [field]: `8${law.marker.slice(0, 6)}` }
  const writes = [await records.update(own.shown.id, changed), await records.delete(own.shown.id)]
  const after = await read()
  records.judgeAgree(before, records.shownIn(after), [...writes, after])
}

/** What is not gone by this is deleted again at the end of the run. */
async function forget(law: Law, kind: RecordKind, { id }: Shown): Promise<void> {
  const gone = await law.call(kind.operations.delete, { params: { id }, key })
  if (isSuccess(gone) || law.is('not-found', gone)) law.ledger.deletedElsewhere({ key, kind: kind.many, id })
}
