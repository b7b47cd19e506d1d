import { setTimeout as sleep } from 'node:timers/promises'
import { check, type Check } from '../../judge/check.ts'
import { instantOf, isDateTime } from '../../judge/watch/shape/values.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type Shown } from '../records/record-kind.ts'
import { judging, Records } from '../records/records.ts'

/**
 * templates.updated-at: across updates updated_at does not go back, and created_at stays to the digit: where
 * something changes, where the same values are repeated, and where next to nothing is given.
 */
const acrossUpdates = check('templates.updated-at', {
  name: 'timestamps of an updated template',
  run: judging(TEMPLATES, async (records) => {
    const { input, shown } = await records.makeOne()
    let before = sightOf(records, await records.read(shown.id))
    for (const { pause, body } of turns(before.shown, input, await records.input())) {
      await sleep(pause)
      before = await judgeAcross(records, before, body)
    }
  }),
})

interface Sight {
  shown: Shown
  exchange: Exchange
}

const sightOf = (records: Records, exchange: Exchange): Sight => ({
  shown: records.shownIn(exchange),
  exchange,
})

/** Bodies in turn, and how long to wait before each: long enough that a time which moved shows another value. */
function turns({ created_at, updated_at }: Shown, input: Fields, other: Fields) {
  const fine = [created_at, updated_at].some((time) => /[.,]\d*[1-9]/.test(String(time)))
  const waits = fine ? [20, 5] : [1_050, 0]
  const retyped = {
    ...other,
    template_type: other['template_type'] === 'invoice' ? 'packing_slip' : 'invoice',
  }
  const bodies = [other, retyped, other, input, input, { name: input['name'] }, {}]
  return bodies.map((body, index) => ({ body, pause: waits[index] ?? 0 }))
}

/** Updates the template. Whether all of these updates are taken is judged by others. */
async function judgeAcross(records: Records, before: Sight, body: Fields): Promise<Sight> {
  const { id } = before.shown
  const written = await records.update(id, body)
  if (!isSuccess(written)) return before
  judgeTimes(records, before, sightOf(records, written))
  const now = sightOf(records, await records.read(id))
  judgeTimes(records, before, now)
  return now
}

function judgeTimes({ law }: Records, before: Sight, now: Sight): void {
  const exchanges = [before.exchange, now.exchange]
  const coarse = sameDigits(before.shown['created_at'], now.shown['created_at']) ? 0 : 999
  const moved = (field: string) => at(now.shown, field) - at(before.shown, field)
  law.judge(Math.abs(moved('created_at')) <= coarse, {
    field: 'template.created_at',
    expected: `created_at ${String(before.shown['created_at'])}, as before the update`,
    got: String(now.shown['created_at']),
    exchanges,
  })
  law.judge(moved('updated_at') >= -coarse, {
    field: 'template.updated_at',
    expected: `updated_at not before ${String(before.shown['updated_at'])}`,
    got: String(now.shown['updated_at']),
    exchanges,
  })
}

/** Two operations may tell times with other digits; then the second is as close as they agree. */
const sameDigits = (a: unknown, b: unknown) => String(a).length === String(b).length
const at = (shown: Fields, field: string) => (isDateTime(shown[field]) ? instantOf(shown[field]) : 0)

/** Clocks may differ by this before a new record's time is none of now. */
const TOLERANCE_MS = 10 * 60_000

/**
 * templates.create: a new template has new timestamps: by the server's clock, which the Date header or else the
 * other records that it makes at that moment tell (a test server's clock may be set).
 */
const ofNewOnes = check('templates.create', {
  name: 'timestamps of new templates',
  run: judging(TEMPLATES, async (records) => {
    const own = await records.make(3)
    const customers = new Records(records.law, CUSTOMERS)
    const beside = await customers.tidying(async () => (await customers.makeOne()).shown)
    for (const { shown, exchange } of own)
      for (const field of ['created_at', 'updated_at']) judgeNow(records, { shown, exchange }, beside, field)
  }),
})

function judgeNow({ law }: Records, { shown, exchange }: Sight, beside: Shown, field: string): void {
  // Which times may be null is open (question nullable).
  if (shown[field] == null) return
  const { date = new Date(exchange.started_at).toISOString() } = exchange.response.headers
  const clocks = [Date.parse(date), exchange.started_at, at(beside, 'created_at')]
  law.judge(
    clocks.some((now) => Math.abs(at(shown, field) - now) < TOLERANCE_MS),
    {
      field: `template.${field}`,
      expected: `${field} of now: ${date}`,
      got: String(shown[field]),
      exchanges: exchange,
    },
  )
}

export const templateTimestamps: readonly Check[] = [acrossUpdates, ofNewOnes]
