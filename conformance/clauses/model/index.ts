import fc from 'fast-check'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { deleteOwn } from '../../server/activity/own-records.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'
import { beside } from './beside.ts'
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

/** model.sequences: random sequences of operations; every answer must agree with the model. */
const sequences = check('model.sequences', {
  name: 'sequences of operations',
  async run(law) {
    const orders = ordersOf(law)
    const allowsEmail = law.target.allow.has('settings')
    const commands = [
      ...templateCommands,
      ...customerCommands,
      ...closeCommands,
      ...settingsCommands,
      ...(allowsEmail ? emailCommands : []),
      ...(orders.length > 0 ? invoiceCommands : []),
      ...(orders.length > 0 && law.permits('sendInvoiceEmail') ? sendCommands : []),
    ]
    law.ledger.changing(changedSettings(await settingsNow(law), allowsEmail))
    const invoices: Model['invoices'] = new Map()
    await law.property(eachOnce(commands), (sequence) => play(law, orders, invoices, sequence), {
      runs: Math.ceil(law.runs / 8),
    })
    await law.property(
      fc.commands(commands, { maxCommands: MOST_COMMANDS, size: 'max' }),
      (sequence) => play(law, orders, invoices, sequence),
      { runs: law.runs },
    )
    law.pass()
  },
})

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

/** New ones where they abound: here those that were invoiced will do. */
function someOrders({ orders }: Law, draft: boolean, count: number): Order[] {
  if (orders.left(draft) > TO_SPARE || orders.taken(draft).length === 0)
    for (let more = 0; more < count; more++) orders.take(draft)
  return orders
    .taken(draft)
    .slice(-count)
    .map((order_id) => ({ order_id, draft }))
}

async function settingsNow(law: Law): Promise<Fields> {
  const settings = member(await law.call('readSettings'), 'settings')
  return isObject(settings) ? settings : {}
}

/** One sequence on a store whose invoices stay from one to the next; templates and customers are deleted again. */
async function play(
  law: Law,
  orders: readonly Order[],
  invoices: Model['invoices'],
  sequence: Iterable<Command>,
): Promise<void> {
  const model: Model = {
    templates: new Map(),
    customers: new Map(),
    gone: { templates: [], customers: [] },
    settings: watchedSettings(await settingsNow(law)),
    invoices,
  }
  // What others have may change while others write.
  const lasting = law.session.hasCompany ? [] : await law.store.lastingTemplates()
  const neighbours = lasting.map((template) => ({ ...template }))
  const real = new Play({ law, model, orders, neighbours })
  try {
    await fc.asyncModelRun(() => ({ model, real }), sequence)
  } finally {
    for (const id of model.templates.keys()) await deleteOwn(law.session, 'templates', id)
    for (const id of model.customers.keys()) await deleteOwn(law.session, 'customers', id)
  }
}

export const modelChecks: readonly Check[] = [beside, sequences]
