import fc from 'fast-check'
import { check, type Check } from '../../judge/check.ts'
import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import { deleteOwn } from '../../server/activity/own-records.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'
import { auditAll } from './audit.ts'
import { OWN_CUSTOMERS, OWN_EDITED, OWN_TEMPLATES } from '../places.ts'
import { closeCommands } from './close-writes.ts'
import type { Command } from './command.ts'
import { invoiceCommands, sendCommands } from './invoices.ts'
import { Play, type Model, type Order } from './model.ts'
import { customerCommands, templateCommands } from './records.ts'
import { changedSettings, emailCommands, settingsCommands, watchedSettings } from './settings.ts'

/** Orders and draft orders that all sequences share. */
const ORDERS = 3
const DRAFTS = 2
/** Orders that are left to the checks which need one without an invoice. */
const TO_SPARE = 12
const MOST_COMMANDS = 22

const recordCommands = [...templateCommands, ...customerCommands, ...closeCommands]

/** model.sequences: random sequences of operations; every answer must agree with the model. */
const sequences = check('model.sequences', {
  name: 'sequences of every operation',
  touches: { ...OWN_EDITED, ...OWN_CUSTOMERS, ...OWN_TEMPLATES, settings: 'changes', mailbox: 'uses' },
  async run(law) {
    const orders = ordersOf(law)
    const allowsEmail = law.target.allow.has('settings')
    const commands = [
      ...recordCommands,
      ...(law.mayTry('settings', 'settings in sequences') ? settingsCommands : []),
      ...(allowsEmail ? emailCommands : []),
      ...commandsOn(orders, law),
    ]
    if (law.allows('settings')) law.ledger.changing(changedSettings(await settingsNow(law), allowsEmail))
    const stage = { orders, invoices: new Map(), neighbours: await neighboursOf(law) }
    await law.property(
      eachOnce(commands),
      async (sequence) => play(law, { ...stage, settings: await settingsNow(law) }, sequence),
      { runs: Math.ceil(law.runs / 10) },
    )
    law.pass()
  },
})

/** The same but for settings, of which there is one: what each sequence makes is its own, so that they are played at once. */
const sideBySide = check('model.sequences', {
  name: 'sequences of operations side by side',
  touches: { ...OWN_EDITED, ...OWN_CUSTOMERS, ...OWN_TEMPLATES, mailbox: 'uses' },
  async run(law) {
    const orders = ordersOf(law)
    const commands = [...recordCommands, ...commandsOn(orders, law)]
    const stage = { orders, invoices: new Map(), neighbours: await neighboursOf(law), settings: {} }
    await law.property(
      fc.commands(commands, { maxCommands: MOST_COMMANDS, size: 'max' }),
      (sequence) => play(law, stage, sequence),
      { runs: Math.ceil(law.runs / 3), apart: true },
    )
    law.pass()
  },
})

const commandsOn = (orders: readonly Order[], law: Law): fc.Arbitrary<Command>[] => [
  ...(orders.length > 0 ? invoiceCommands : []),
  ...(orders.length > 0 && law.permits('sendInvoiceEmail') ? sendCommands : []),
]

/** What others have, as it is now; that may change while others write. */
async function neighboursOf(law: Law): Promise<Fields[]> {
  const lasting = law.session.hasCompany ? [] : await law.store.lastingTemplates()
  return lasting.map((template) => ({ ...template }))
}

/** Every command once, in any order, when there are records that they may meet: what is left to chance may be left out. */
function eachOnce(commands: readonly fc.Arbitrary<Command>[]): fc.Arbitrary<Command[]> {
  const [[template], [customer]] = [templateCommands, customerCommands]
  return fc
    .tuple(fc.tuple(template, customer, customer), fc.tuple(...commands))
    .chain(([first, rest]) =>
      fc.shuffledSubarray(rest, { minLength: rest.length }).map((shuffled) => [...first, ...shuffled]),
    )
}

function ordersOf(law: Law): Order[] {
  if (!law.permits('createInvoice')) {
    law.permitted(['createInvoice', 'regenerateInvoice'])
    return []
  }
  return [...someOrders(law, false, ORDERS), ...someOrders(law, true, DRAFTS)]
}

/** New ones where they abound: here those that were invoiced will do, but for those that somebody edits meanwhile. */
function someOrders({ orders }: Law, draft: boolean, count: number): Order[] {
  if (orders.left(draft) > TO_SPARE || orders.unedited(draft).length === 0)
    for (let more = 0; more < count; more++) orders.take(draft)
  return orders
    .unedited(draft)
    .slice(-count)
    .map((order_id) => ({ order_id, draft }))
}

async function settingsNow(law: Law): Promise<Fields> {
  const settings = member(await law.call('readSettings'), 'settings')
  return isObject(settings) ? settings : {}
}

/** What a sequence begins with. */
type Stage = Pick<Play, 'orders' | 'neighbours'> & Pick<Model, 'invoices' | 'settings'>

/** One sequence on a store whose invoices stay from one to the next; templates and customers are deleted again. */
async function play(
  law: Law,
  { orders, neighbours, invoices, settings }: Stage,
  sequence: Iterable<Command>,
): Promise<void> {
  const model: Model = {
    templates: new Map(),
    customers: new Map(),
    gone: { templates: [], customers: [] },
    settings: watchedSettings(settings),
    invoices,
  }
  const real = new Play({ law, model, orders, neighbours })
  try {
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    await auditAll(real)
  } finally {
    const own = TWO_KINDS.flatMap((kind) => [...model[kind].keys()].map((id) => ({ kind, id })))
    await atOnce(own, ({ kind, id }) => deleteOwn(law.session, kind, id))
  }
}

const TWO_KINDS = ['templates', 'customers'] as const

export const modelChecks: readonly Check[] = [sequences, sideBySide]
