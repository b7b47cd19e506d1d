import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { storewide } from '../../run/shards.ts'
import { records } from '../../server/store/inventory.ts'
import { PRE_SELECTED } from '../../server/store/own-records.ts'
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
  judge: (trial: Trial, own: OwnRecord, flag: string, neighbour: OwnRecord) => Promise<void>,
): Check {
  return {
    name,
    clauses: [clause],
    run: (trial) =>
      givingBack(trial, clause, () =>
        withOwn(trial, TEMPLATES, 2, async ([own, neighbour]) => {
          for (const flag of PRE_SELECTED) await judge(trial, own!, flag, neighbour!)
        }),
      ),
  }
}

/** `act` may set flags, where that is permitted; then they are given back. */
async function givingBack(trial: Trial, clause: ClauseId, act: () => Promise<void>): Promise<void> {
  if (!trial.session.target.allow.has('settings')) {
    trial.session.record.of(clause).left_out.add('pre_selected_* (needs --allow settings)')
    return
  }
  const { items } = await TEMPLATES.all(trial.session)
  try {
    await act()
  } finally {
    await giveBack(trial, items)
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
async function judgeUpdated(
  trial: Trial,
  { shown: { id }, input }: OwnRecord,
  flag: string,
  neighbour: OwnRecord,
): Promise<void> {
  for (const on of [true, false]) {
    const body = { ...input, [flag]: on }
    const exchange = await update(trial, TEMPLATES, id, body)
    const shown = recordOf(trial, UPDATE, TEMPLATES, exchange)
    judgeFields(trial, UPDATE, TEMPLATES, { id, ...body }, shown, exchange)
    await judgeRead(trial, UPDATE, TEMPLATES, shown, [exchange])
    await judgeListed(trial, UPDATE, shown, flag, exchange)
    if (on) await judgeNeighbour(trial, neighbour, flag, exchange)
  }
}

/** What one template is given may be taken from another (question templates.exclusive), but is given to no other. */
async function judgeNeighbour(
  trial: Trial,
  { shown: { id } }: OwnRecord,
  flag: string,
  exchange: Exchange,
): Promise<void> {
  const read = await trial.call('readTemplate', { params: { id } })
  const shown = recordOf(trial, UPDATE, TEMPLATES, read)
  trial.judge(UPDATE, shown[flag] !== true, {
    message: `an update of ${flag} changed another template`,
    expected: `template ${id} with ${flag} false`,
    got: `${flag} ${JSON.stringify(shown[flag])}`,
    exchanges: [exchange, read],
  })
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

const SCOPE = 'auth.scope-templates'
const all = (on: boolean): Fields => Object.fromEntries(PRE_SELECTED.map((flag) => [flag, on]))

/**
 * auth.scope-templates: a flag may be one template's alone, but never among those of all stores. It runs among the
 * checks of auth: later ones set flags too, and the other store would have lost its own unseen.
 */
export const flagScope: Check = {
  name: 'pre_selected flags of another store',
  clauses: [SCOPE],
  needs: ['other_store_key', 'writes'],
  run: (trial) =>
    givingBack(trial, SCOPE, async () => {
      const before = await trial.call('listTemplates', { key: 'other_store' })
      if (!records<Shown>(before, 'templates').some(isFlagged))
        return trial.missing(SCOPE, 'the other store has no template that is pre-selected')
      const input = { ...(await TEMPLATES.input(trial.session)), ...all(true) }
      await withOwn(trial, TEMPLATES, [input], async ([own]) => {
        await judgeKept(trial, before, own!.exchange)
        await update(trial, TEMPLATES, own!.shown.id, { ...input, ...all(false) })
        await judgeKept(trial, before, await update(trial, TEMPLATES, own!.shown.id, input))
      })
    }),
}

const isFlagged = (record: Fields) => PRE_SELECTED.some((flag) => record[flag] === true)

/** The other store's templates have the flags that they had before a write of ours. */
async function judgeKept(trial: Trial, before: Exchange, write: Exchange): Promise<void> {
  const after = await trial.call('listTemplates', { key: 'other_store' })
  const now = new Map(records<Shown>(after, 'templates').map((record) => [record.id, record]))
  const changed = records<Shown>(before, 'templates').find((record) =>
    PRE_SELECTED.some((flag) => now.has(record.id) && now.get(record.id)![flag] !== record[flag]),
  )
  if (changed)
    trial.session.ledger.left_behind.push(`template ${changed.id} of the other store with other flags`)
  trial.judge(SCOPE, changed === undefined, {
    expected: "the other store's templates with the flags that they had",
    got: `template ${changed?.id} of the other store with others`,
    exchanges: [before, write, after],
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

export const templateFlags: readonly Check[] = storewide([
  flagsCheck('pre_selected flags of new templates', CREATE, judgeNew),
  flagsCheck('pre_selected flags of updated templates', UPDATE, judgeUpdated),
])
