import type { ClauseId } from '../../../schemas/clauses.ts'
import { storewide, type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
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
  judge: (law: Law, own: OwnRecord, flag: string, neighbour: OwnRecord) => Promise<void>,
): Check {
  return check(clause, {
    name,
    run: (law) =>
      givingBack(law, clause, () =>
        withOwn(law, TEMPLATES, 2, async ([own, neighbour]) => {
          for (const flag of PRE_SELECTED) await judge(law, own!, flag, neighbour!)
        }),
      ),
  })
}

/** `act` may set flags, where that is permitted; then they are given back. */
async function givingBack(law: Law, clause: ClauseId, act: () => Promise<void>): Promise<void> {
  if (!law.target.allow.has('settings')) {
    law.of(clause).leaveOut('pre_selected_* (needs --allow settings)')
    return
  }
  const { items } = await TEMPLATES.all(law.session)
  try {
    await act()
  } finally {
    await giveBack(law, items)
  }
}

async function judgeNew(law: Law, { input }: OwnRecord, flag: string): Promise<void> {
  const made = await create(law, TEMPLATES, {
    ...input,
    name: `Flag ${String(input['name'])}`,
    [flag]: true,
  })
  try {
    const shown = recordOf(law, CREATE, TEMPLATES, made.exchange)
    judgeFields(law, CREATE, TEMPLATES, { ...made.input }, shown, made.exchange)
    await judgeRead(law, CREATE, TEMPLATES, shown, [made.exchange])
    await judgeListed(law, CREATE, shown, flag, made.exchange)
  } finally {
    await drop(law, TEMPLATES, [made])
  }
}

/** On, and off again. */
async function judgeUpdated(
  law: Law,
  { shown: { id }, input }: OwnRecord,
  flag: string,
  neighbour: OwnRecord,
): Promise<void> {
  for (const on of [true, false]) {
    const body = { ...input, [flag]: on }
    const exchange = await update(law, TEMPLATES, id, body)
    const shown = recordOf(law, UPDATE, TEMPLATES, exchange)
    judgeFields(law, UPDATE, TEMPLATES, { id, ...body }, shown, exchange)
    await judgeRead(law, UPDATE, TEMPLATES, shown, [exchange])
    await judgeListed(law, UPDATE, shown, flag, exchange)
    if (on) await judgeNeighbour(law, neighbour, flag, exchange)
  }
}

/** What one template is given may be taken from another (question templates.exclusive), but is given to no other. */
async function judgeNeighbour(
  law: Law,
  { shown: { id } }: OwnRecord,
  flag: string,
  exchange: Exchange,
): Promise<void> {
  const read = await law.call('readTemplate', { params: { id } })
  const shown = recordOf(law, UPDATE, TEMPLATES, read)
  law.of(UPDATE).judge(shown[flag] !== true, {
    message: `an update of ${flag} changed another template`,
    expected: `template ${id} with ${flag} false`,
    got: `${flag} ${JSON.stringify(shown[flag])}`,
    exchanges: [exchange, read],
  })
}

/** The list shows the template as it was answered. */
async function judgeListed(
  law: Law,
  clause: typeof CREATE | typeof UPDATE,
  shown: Shown,
  flag: string,
  exchange: Exchange,
): Promise<void> {
  const { items, exchanges } = await TEMPLATES.all(law.session)
  const listed = items.find(({ id }) => id === shown.id)
  law.of(clause).judge(listed !== undefined && deviation(TEMPLATES, shown, listed) === undefined, {
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
export const flagScope = check('auth.scope-templates', {
  name: 'pre_selected flags of another store',
  needs: ['other_store_key', 'writes'],
  run: (law) =>
    givingBack(law, SCOPE, async () => {
      const before = await law.call('listTemplates', { key: 'other_store' })
      if (!records<Shown>(before, 'templates').some(isFlagged))
        return law.of(SCOPE).missing('the other store has no template that is pre-selected')
      const input = { ...(await TEMPLATES.input(law.session)), ...all(true) }
      await withOwn(law, TEMPLATES, [input], async ([own]) => {
        await judgeKept(law, before, own!.exchange)
        await update(law, TEMPLATES, own!.shown.id, { ...input, ...all(false) })
        await judgeKept(law, before, await update(law, TEMPLATES, own!.shown.id, input))
      })
    }),
})

const isFlagged = (record: Fields) => PRE_SELECTED.some((flag) => record[flag] === true)

/** The other store's templates have the flags that they had before a write of ours. */
async function judgeKept(law: Law, before: Exchange, write: Exchange): Promise<void> {
  const after = await law.call('listTemplates', { key: 'other_store' })
  const now = new Map(records<Shown>(after, 'templates').map((record) => [record.id, record]))
  const changed = records<Shown>(before, 'templates').find((record) =>
    PRE_SELECTED.some((flag) => now.has(record.id) && now.get(record.id)![flag] !== record[flag]),
  )
  if (changed) law.ledger.left_behind.push(`template ${changed.id} of the other store with other flags`)
  law.of(SCOPE).judge(changed === undefined, {
    expected: "the other store's templates with the flags that they had",
    got: `template ${changed?.id} of the other store with others`,
    exchanges: [before, write, after],
  })
}

/** Puts back the flags of templates that lost them to ours. */
async function giveBack(law: Law, before: readonly Shown[]): Promise<void> {
  const { items, exchanges } = await TEMPLATES.all(law.session)
  const theirs = await foreignIds(law.session, TEMPLATES)
  const flagged = before.filter(
    (record) => theirs.has(record.id) && PRE_SELECTED.some((flag) => record[flag]),
  )
  const losers = flagged.filter(({ id, ...was }) => {
    const now = items.find((item) => item.id === id)
    return now !== undefined && PRE_SELECTED.some((flag) => was[flag] !== now[flag])
  })
  if (flagged.length > 0) law.observe('templates.exclusive', losers.length > 0, ...exchanges)
  for (const { id, ...was } of losers) {
    const answer = await update(law, TEMPLATES, id, inputOf(was))
    if (!isSuccess(answer)) law.ledger.left_behind.push(`template ${id} without its pre_selected flags`)
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
