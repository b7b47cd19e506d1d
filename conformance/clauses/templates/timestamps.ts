import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
const acrossUpdates: Check = {
  name: 'timestamps of an updated template',
  clauses: [UPDATED],
  run: (trial) =>
    withOwn(trial, TEMPLATES, 1, async ([own]) => {
      const { input, shown } = own!
      const first = await read(trial, TEMPLATES, shown.id)
      let before = { shown: recordOf(trial, UPDATED, TEMPLATES, first), exchange: first }
      for (const { pause, body } of turns(before.shown, input, await TEMPLATES.input(trial.session))) {
        await sleep(pause)
        before = await judgeAcross(trial, before, body)
      }
    }),
}

/** Bodies in turn, and how long to wait before each: long enough that a time which moved shows another value. */
function turns({ created_at, updated_at }: Shown, input: Fields, other: Fields) {
  const fine = [created_at, updated_at].some((time) => /[.,]\d*[1-9]/.test(String(time)))
  const waits = fine ? [20, 5] : [1_050, 0]
  const bodies = [other, other, input, input, { name: input['name'] }, {}]
  return bodies.map((body, index) => ({ body, pause: waits[index] ?? 0 }))
}

/** Updates the template, which a server may refuse where required fields lack (question patch.omitted). */
async function judgeAcross(trial: Trial, before: Sight, body: Fields): Promise<Sight> {
  const { id } = before.shown
  const written = await update(trial, TEMPLATES, id, body)
  if (!('font_size' in body) && !isSuccess(written)) return before
  judgeTimes(trial, before, { shown: recordOf(trial, UPDATED, TEMPLATES, written), exchange: written })
  const exchange = await read(trial, TEMPLATES, id)
  const now = { shown: recordOf(trial, UPDATED, TEMPLATES, exchange), exchange }
  judgeTimes(trial, before, now)
  return now
}

interface Sight {
  shown: Shown
  exchange: Exchange
}

function judgeTimes(trial: Trial, before: Sight, now: Sight): void {
  const exchanges = [before.exchange, now.exchange]
  const coarse = sameDigits(before.shown['created_at'], now.shown['created_at']) ? 0 : 999
  const created = at(now.shown, 'created_at') - at(before.shown, 'created_at')
  trial.judge(UPDATED, Math.abs(created) <= coarse, {
    field: 'template.created_at',
    expected: `created_at ${String(before.shown['created_at'])}, as before the update`,
    got: String(now.shown['created_at']),
    exchanges,
  })
  trial.judge(UPDATED, at(now.shown, 'updated_at') - at(before.shown, 'updated_at') >= -coarse, {
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
const ofNewOnes: Check = {
  name: 'timestamps of new templates',
  clauses: [CREATED],
  run: (trial) =>
    withOwn(trial, TEMPLATES, 3, (own) =>
      withOwn(trial, CUSTOMERS, 1, async ([customer]) => {
        for (const { shown, exchange } of own) {
          const clocks = [Date.parse(exchange.response.headers['date'] ?? ''), exchange.started_at]
          const now = [...clocks, at(customer!.shown, 'created_at')]
          for (const field of ['created_at', 'updated_at']) {
            // Which times may be null is open (question nullable).
            if (shown[field] == null) continue
            const near = now.some((time) => Math.abs(at(shown, field) - time) < TOLERANCE_MS)
            trial.judge(CREATED, near, {
              field: `template.${field}`,
              expected: `${field} of now: ${exchange.response.headers['date'] ?? new Date(exchange.started_at).toISOString()}`,
              got: String(shown[field]),
              exchanges: exchange,
            })
          }
        }
      }),
    ),
}

export const templateTimestamps: readonly Check[] = [acrossUpdates, ofNewOnes]
