import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { instantOf, isDateTime } from '../../judge/watch/shape/values.ts'
import { recordOf } from '../records/judge.ts'
import { read, update, withOwn } from '../records/own.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type Shown } from '../records/record-kind.ts'

const UPDATED = 'templates.updated-at'
const CREATED = 'templates.create'

/**
 * templates.updated-at: across updates updated_at does not go back, and created_at stays to the digit: where
 * something changes, where the same values are repeated, and where next to nothing is given.
 */
const acrossUpdates = check('templates.updated-at', {
  name: 'timestamps of an updated template',
  run: (law) =>
    withOwn(law, TEMPLATES, 1, async ([own]) => {
      const { input, shown } = own!
      const first = await read(law, TEMPLATES, shown.id)
      let before = { shown: recordOf(law, UPDATED, TEMPLATES, first), exchange: first }
      for (const { pause, body } of turns(before.shown, input, await TEMPLATES.input(law.session))) {
        await sleep(pause)
        before = await judgeAcross(law, before, body)
      }
    }),
})

/** Bodies in turn, and how long to wait before each: long enough that a time which moved shows another value. */
function turns({ created_at, updated_at }: Shown, input: Fields, other: Fields) {
  const fine = [created_at, updated_at].some((time) => /[.,]\d*[1-9]/.test(String(time)))
  const waits = fine ? [20, 5] : [1_050, 0]
  const bodies = [other, other, input, input, { name: input['name'] }, {}]
  return bodies.map((body, index) => ({ body, pause: waits[index] ?? 0 }))
}

/** Updates the template, which a server may refuse where required fields lack (question patch.omitted). */
async function judgeAcross(law: Law, before: Sight, body: Fields): Promise<Sight> {
  const { id } = before.shown
  const written = await update(law, TEMPLATES, id, body)
  if (!('font_size' in body) && !isSuccess(written)) return before
  judgeTimes(law, before, { shown: recordOf(law, UPDATED, TEMPLATES, written), exchange: written })
  const exchange = await read(law, TEMPLATES, id)
  const now = { shown: recordOf(law, UPDATED, TEMPLATES, exchange), exchange }
  judgeTimes(law, before, now)
  return now
}

interface Sight {
  shown: Shown
  exchange: Exchange
}

function judgeTimes(law: Law, before: Sight, now: Sight): void {
  const exchanges = [before.exchange, now.exchange]
  const coarse = sameDigits(before.shown['created_at'], now.shown['created_at']) ? 0 : 999
  const created = at(now.shown, 'created_at') - at(before.shown, 'created_at')
  law.of(UPDATED).judge(Math.abs(created) <= coarse, {
    field: 'template.created_at',
    expected: `created_at ${String(before.shown['created_at'])}, as before the update`,
    got: String(now.shown['created_at']),
    exchanges,
  })
  law.of(UPDATED).judge(at(now.shown, 'updated_at') - at(before.shown, 'updated_at') >= -coarse, {
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
  run: (law) =>
    withOwn(law, TEMPLATES, 3, (own) =>
      withOwn(law, CUSTOMERS, 1, async ([customer]) => {
        for (const { shown, exchange } of own) {
          const clocks = [Date.parse(exchange.response.headers['date'] ?? ''), exchange.started_at]
          const now = [...clocks, at(customer!.shown, 'created_at')]
          for (const field of ['created_at', 'updated_at']) {
            // Which times may be null is open (question nullable).
            if (shown[field] == null) continue
            const near = now.some((time) => Math.abs(at(shown, field) - time) < TOLERANCE_MS)
            law.of(CREATED).judge(near, {
              field: `template.${field}`,
              expected: `${field} of now: ${exchange.response.headers['date'] ?? new Date(exchange.started_at).toISOString()}`,
              got: String(shown[field]),
              exchanges: exchange,
            })
          }
        }
      }),
    ),
})

export const templateTimestamps: readonly Check[] = [acrossUpdates, ofNewOnes]
