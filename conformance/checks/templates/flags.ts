import type { Check } from '../../check.ts'
import { isSuccess, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { PRE_SELECTED } from '../../store/own-records.ts'
import { judgeFields, judgeRead, recordOf } from '../records/judge.ts'
import { create, drop, foreignIds, update, withOwn, type OwnRecord } from '../records/own.ts'
import { TEMPLATES, type Fields, type Shown } from '../records/record-kind.ts'
import { deviation } from '../records/same-record.ts'

const CREATE = 'templates.create'
const UPDATE = 'templates.update'

/**
 * The pre_selected flags of new and of updated templates. They choose the template for others' documents, so they
 * are left alone without permission for settings; where a flag may be one template's alone (question
 * templates.exclusive), it is given back.
 */
function flagsCheck(
  name: string,
  clause: typeof CREATE | typeof UPDATE,
  judge: (trial: Trial, own: OwnRecord, flag: string) => Promise<void>,
): Check {
  return {
    name,
    clauses: [clause],
    async run(trial) {
      if (!trial.session.target.allow.has('settings')) {
        trial.session.record.of(clause).left_out.add('pre_selected_* (needs --allow settings)')
        return
      }
      const { items } = await TEMPLATES.all(trial.session)
      try {
        await withOwn(trial, TEMPLATES, 1, async ([own]) => {
          for (const flag of PRE_SELECTED) await judge(trial, own!, flag)
        })
      } finally {
        await giveBack(trial, items)
      }
    },
  }
}

async function judgeNew(trial: Trial, { input }: OwnRecord, flag: string): Promise<void> {
  const made = await create(trial, TEMPLATES, {
    ...input,
    name: `Flag ${String(input['name'])}`,
    [flag]: true,
  })
  try {
    const shown = recordOf(trial, CREATE, TEMPLATES, made.exchange)
    judgeFields(trial, CREATE, TEMPLATES, { ...made.input }, shown, made.exchange)
    await judgeRead(trial, CREATE, TEMPLATES, shown, [made.exchange])
    await judgeListed(trial, CREATE, shown, flag, made.exchange)
  } finally {
    await drop(trial, TEMPLATES, [made])
  }
}

/** On, and off again. */
async function judgeUpdated(trial: Trial, { shown: { id }, input }: OwnRecord, flag: string): Promise<void> {
  for (const on of [true, false]) {
    const body = { ...input, [flag]: on }
    const exchange = await update(trial, TEMPLATES, id, body)
    const shown = recordOf(trial, UPDATE, TEMPLATES, exchange)
    judgeFields(trial, UPDATE, TEMPLATES, { id, ...body }, shown, exchange)
    await judgeRead(trial, UPDATE, TEMPLATES, shown, [exchange])
    await judgeListed(trial, UPDATE, shown, flag, exchange)
  }
}

/** The list shows the template as it was answered. */
async function judgeListed(
  trial: Trial,
  clause: typeof CREATE | typeof UPDATE,
  shown: Shown,
  flag: string,
  exchange: Exchange,
): Promise<void> {
  const { items, exchanges } = await TEMPLATES.all(trial.session)
  const listed = items.find(({ id }) => id === shown.id)
  trial.judge(clause, listed !== undefined && deviation(TEMPLATES, shown, listed) === undefined, {
    expected: `template ${shown.id} in the list with ${flag} ${String(shown[flag])}`,
    got: listed ? `${flag} ${String(listed[flag])}` : 'not listed',
    exchanges: [exchange, ...exchanges],
  })
}

/** Puts back the flags of templates that lost them to ours. */
async function giveBack(trial: Trial, before: readonly Shown[]): Promise<void> {
  const { items, exchanges } = await TEMPLATES.all(trial.session)
  const theirs = await foreignIds(trial.session, TEMPLATES)
  const flagged = before.filter(
    (record) => theirs.has(record.id) && PRE_SELECTED.some((flag) => record[flag]),
  )
  const losers = flagged.filter(({ id, ...was }) => {
    const now = items.find((item) => item.id === id)
    return now !== undefined && PRE_SELECTED.some((flag) => was[flag] !== now[flag])
  })
  if (flagged.length > 0)
    trial.session.observations.observe('templates.exclusive', losers.length > 0, ...exchanges)
  for (const { id, ...was } of losers) {
    const answer = await update(trial, TEMPLATES, id, inputOf(was))
    if (!isSuccess(answer))
      trial.session.ledger.left_behind.push(`template ${id} without its pre_selected flags`)
  }
}

/** The input that makes a template what it is. */
const inputOf = (record: Fields): Fields =>
  Object.fromEntries(
    TEMPLATES.inputFields
      .filter((field) => record[field] !== null && record[field] !== undefined)
      .map((field) => [field, record[field]]),
  )

export const templateFlags: readonly Check[] = [
  flagsCheck('pre_selected flags of new templates', CREATE, judgeNew),
  flagsCheck('pre_selected flags of updated templates', UPDATE, judgeUpdated),
]
