import { check, storewide, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { touching } from '../../judge/touches.ts'
import { PRE_SELECTED } from '../../server/activity/own-records.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { records as recordsIn } from '../../server/store/inventory.ts'
import { CHOSEN } from '../places.ts'
import { Audit } from '../records/audit.ts'
import { judgeOverlapping } from '../records/overlapping.ts'
import { poolsOf } from '../records/pools.ts'
import type { OwnRecord } from '../records/record-calls.ts'
import { shownBy, TEMPLATES, type Fields, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'

/**
 * The pre_selected flags choose a template for others' documents, so they are left alone without permission for
 * settings; where a flag may be one template's alone (question templates.exclusive), it is given back.
 */
export const givingBack = (act: (records: Records) => Promise<void>) =>
  judging(TEMPLATES, async (records) => {
    if (!records.law.target.allow.has('settings'))
      return records.law.leaveOut('pre_selected_* (needs --allow settings)')
    const { items } = await records.all()
    try {
      await records.tidying(() => act(records))
    } finally {
      await giveBack(records, items)
    }
  })

/** Puts back the flags of templates that lost them to ours. */
async function giveBack(records: Records, before: readonly Shown[]): Promise<void> {
  const { law } = records
  const { items, exchanges } = await records.all()
  const theirs = await records.theirs()
  const flagged = before.filter(
    (record) => theirs.has(record.id) && PRE_SELECTED.some((flag) => record[flag]),
  )
  const losers = flagged.filter((was) => {
    const now = items.find(({ id }) => id === was.id)
    return now !== undefined && !hasSameFlags(was, now)
  })
  if (flagged.length > 0) law.observe('templates.exclusive', losers.length > 0, ...exchanges)
  for (const { id, ...was } of losers)
    if (!isSuccess(await records.update(id, inputOf(was))))
      law.ledger.left_behind.push(`template ${id} without its pre_selected flags`)
}

export const hasSameFlags = (a: Fields, b: Fields) => PRE_SELECTED.every((flag) => a[flag] === b[flag])

/** The input that makes a template what it is. */
const inputOf = (record: Fields): Fields =>
  Object.fromEntries(
    TEMPLATES.inputFields.flatMap((field) => (record[field] == null ? [] : [[field, record[field]]])),
  )

const ofNewOnes = check('templates.create', {
  name: 'pre_selected flags of new templates',
  run: givingBack(async (records) => {
    const audit = await Audit.begin(records)
    for (const flag of PRE_SELECTED)
      await inDoubtTwice(records, audit, () => records.tidying(() => judgeNewOne(records, audit, flag)))
  }),
})

async function judgeNewOne(records: Records, audit: Audit, flag: string): Promise<void> {
  // Who was chosen before may be chosen again once the one before this is deleted.
  await audit.lookAnew()
  const chosen = { ...(await records.input()), ...fitting(flag), [flag]: true }
  const { input, shown, exchange } = await records.create(chosen)
  // A plan's limit is not the flag's fault.
  if (!shown) await records.makeOne()
  await judgeFlag(records, audit, input, exchange, mayLose(flag))
}

/** A template of invoices need not be one for credit notes. */
const fitting = (flag: string): Fields =>
  flag === 'pre_selected_credit_notes' ? { template_type: 'credit_note' } : {}

/** On, and off again. */
const ofUpdatedOnes = check('templates.update', {
  name: 'pre_selected flags of updated templates',
  shows: ['templates.exclusive'],
  run: givingBack(async (records) => {
    const [own, neighbour] = await records.own(2)
    const audit = await Audit.begin(records)
    for (const flag of PRE_SELECTED)
      await inDoubtTwice(records, audit, async () => {
        await giveOthers(records, audit, flag, neighbour)
        await judgeChoice(records, audit, flag, own)
      })
  }),
})

const inDoubtTwice = (records: Records, audit: Audit, act: () => Promise<void>): Promise<void> =>
  audit.inDoubtTwice(act, (before) => giveBack(records, before))

/** The neighbour of one that is chosen by a flag has all other flags, which it keeps. */
async function giveOthers(
  records: Records,
  audit: Audit,
  flag: string,
  { input, shown: { id } }: OwnRecord,
): Promise<void> {
  const exchange = await records.update(id, { ...input, ...all(true), [flag]: false })
  const shown = shownBy(TEMPLATES, exchange)
  await audit.judge(shown ? [shown] : [], [exchange], () => PRE_SELECTED)
}

async function judgeChoice(
  records: Records,
  audit: Audit,
  flag: string,
  { input, shown: { id } }: OwnRecord,
): Promise<void> {
  for (const on of [true, false]) {
    const body = { ...input, ...fitting(flag), [flag]: on }
    const exchange = await records.update(id, body)
    // Where one has to be chosen always, another is once ours is not.
    await judgeFlag(records, audit, { id, ...body }, exchange, on ? mayLose(flag) : () => [flag])
  }
}

/** What one template is given may be taken from another (question templates.exclusive), but is given to no other; nor is anything else. */
const mayLose = (flag: string) => (other: Shown) => (other[flag] === true ? [flag] : [])

/** Updates of other fields, under way at once, write over no flag. */
const ofOverlappingUpdates = check('templates.update', {
  name: 'pre_selected flags updated at once',
  run: givingBack(async (records) => {
    const flags = Object.fromEntries(PRE_SELECTED.map((flag) => [flag, [true, false]]))
    await judgeOverlapping(records, { ...(await poolsOf(records)), ...flags })
  }),
})

/** Answer, reading and list show the template as it was written, and the list all others as they were. */
async function judgeFlag(
  records: Records,
  audit: Audit,
  written: Fields,
  exchange: Exchange,
  loose: (other: Shown) => readonly string[],
): Promise<void> {
  const shown = await records.judgeWritten(written, exchange)
  await audit.judge([shown], [exchange], loose)
}

/** Every flag, on or off. */
export const all = (on: boolean): Fields => Object.fromEntries(PRE_SELECTED.map((flag) => [flag, on]))

/**
 * auth.scope-templates: a flag may be one template's alone, but never among those of all stores. It runs among the
 * checks of auth: later ones set flags too, and the other store would have lost its own unseen.
 */
export const flagScope = check('auth.scope-templates', {
  name: 'pre_selected flags of another store',
  needs: ['other_store_key', 'writes'],
  run: givingBack(async (records) => {
    const { law } = records
    const before = await law.call('listTemplates', { key: 'other_store' })
    if (!recordsIn<Shown>(before, 'templates').some((one) => PRE_SELECTED.some((flag) => one[flag] === true)))
      return law.missing('the other store has no template that is pre-selected')
    const { input, shown, exchange } = await records.makeOne({ ...(await records.input()), ...all(true) })
    await judgeKept(law, before, exchange)
    await records.update(shown.id, { ...input, ...all(false) })
    await judgeKept(law, before, await records.update(shown.id, input))
  }),
})

/** The other store's templates have the flags that they had before a write of ours. */
async function judgeKept(law: Law, before: Exchange, write: Exchange): Promise<void> {
  const after = await law.call('listTemplates', { key: 'other_store' })
  const now = recordsIn<Shown>(after, 'templates')
  const changed = recordsIn<Shown>(before, 'templates').find((was) =>
    now.some((record) => record.id === was.id && !hasSameFlags(was, record)),
  )
  if (changed) law.ledger.left_behind.push(`template ${changed.id} of the other store with other flags`)
  law.judge(changed === undefined, {
    expected: "the other store's templates with the flags that they had",
    got: `template ${changed?.id} of the other store with others`,
    exchanges: [before, write, after],
  })
}

export const templateFlags: readonly Check[] = touching(
  CHOSEN,
  storewide([ofNewOnes, ofUpdatedOnes, ofOverlappingUpdates]),
)
