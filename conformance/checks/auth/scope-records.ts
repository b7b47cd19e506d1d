import type { Check } from '../../check.ts'
import { isSuccess, member, type Exchange, type KeyName } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../learn/preflight.ts'
import { Inventory } from '../../store/inventory.ts'
import { createCustomer, createTemplate, deleteOwn } from '../../store/own-records.ts'
import { sameValue } from '../same-value.ts'

/** Templates and customers differ in their names alone. */
const KINDS = {
  template: {
    clause: 'auth.scope-templates',
    many: 'templates',
    list: 'listTemplates',
    read: 'readTemplate',
    update: 'updateTemplate',
    remove: 'deleteTemplate',
    field: 'name',
    create: createTemplate,
  },
  customer: {
    clause: 'auth.scope-customers',
    many: 'customers',
    list: 'listCustomers',
    read: 'readCustomer',
    update: 'updateCustomer',
    remove: 'deleteCustomer',
    field: 'last_name',
    create: createCustomer,
  },
} as const
type Kind = keyof typeof KINDS

/**
 * What a stranger's key may see of a record: nothing. Ids may be counted per store, so an answer is a leak only when
 * it shows this record; and only an id that the stranger does not have is tried for changes.
 */
function existing(kind: Kind): Check {
  const { clause, many, read } = KINDS[kind]
  return {
    name: `another store's ${many}`,
    clauses: [clause],
    async run(trial: Trial) {
      for (const [owner, stranger] of [
        ['api', 'other_store'],
        ['other_store', 'api'],
      ] as const) {
        const theirs = await recordsOf(trial, kind, owner)
        const seen = await recordsOf(trial, kind, stranger)
        for (const record of theirs.slice(0, 6)) {
          judgeNotShown(trial, kind, seen, record, [])
          const exchange = await trial.call(read, { params: { id: record.id }, key: stranger })
          if (isSuccess(exchange)) judgeNotShown(trial, kind, [member(exchange, kind)], record, [exchange])
          else trial.refused(clause, exchange, 'not-found')
        }
      }
    },
  }
}

type Named = { id: number; created_at: string }

async function recordsOf(trial: Trial, kind: Kind, key: KeyName): Promise<Named[]> {
  const inventory = new Inventory(trial.session.client, key)
  return (await (kind === 'template' ? inventory.templates() : inventory.customers())).items
}

/** The same id and the same content: two stores' records may share one of them by chance, never all. */
function judgeNotShown(
  trial: Trial,
  kind: Kind,
  shown: readonly unknown[],
  record: Named,
  exchanges: readonly Exchange[],
): void {
  const leak = shown.find((one) => sameValue(withoutAddresses(one), withoutAddresses(record)))
  trial.judge(KINDS[kind].clause, leak === undefined, {
    expected: `no ${kind} of another store`,
    got: `${kind} ${record.id}`,
    exchanges,
  })
}

function withoutAddresses(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record
  const { addresses: _, ...fields } = record as { [field: string]: unknown }
  return fields
}

/** A record of our own that the other key tries to list, read, change and delete. */
function ownRecord(kind: Kind): Check {
  const { clause, many, list, read, update, remove, field, create } = KINDS[kind]
  return {
    name: `a ${kind} of our own and another store's key`,
    clauses: [clause],
    needs: ['other_store_key', 'writes'],
    async run(trial: Trial) {
      const { record, input } = await create(trial.session)
      if (!record) trial.notExercised(`the server took no ${kind} of ours`)
      const params = { id: record.id }
      try {
        const mark = (input as { [field: string]: unknown })[field] as string
        const listed = await trial.call(list, {
          key: 'other_store',
          ...(kind === 'customer' && { query: { search: mark } }),
        })
        const seen = await trial.call(read, { params, key: 'other_store' })
        for (const exchange of [listed, seen]) {
          trial.judge(clause, !exchange.response.text.includes(trial.session.marker), {
            expected: `nothing of the ${kind}`,
            exchanges: exchange,
          })
        }
        if (isSuccess(seen)) return trial.missing(clause, `both stores have a ${kind} ${record.id}`)
        const before = await trial.call(read, { params })
        const changed = await trial.call(update, {
          params,
          body: { [kind]: { ...input, [field]: `Taken ${trial.session.marker}` } },
          key: 'other_store',
        })
        trial.refused(clause, changed, 'not-found')
        trial.refused(clause, await trial.call(remove, { params, key: 'other_store' }), 'not-found')
        const after = await trial.call(read, { params })
        trial.judge(clause, sameValue(member(before, kind), member(after, kind)), {
          message: `another store's key changed or deleted a ${kind}`,
          expected: before.response.text.slice(0, 300),
          exchanges: [before, changed, after],
        })
      } finally {
        await deleteOwn(trial.session, many, record.id)
      }
    },
  }
}

/** auth.scope-templates, use: a template_id of another store fares as an id that nobody has. */
const foreignTemplateId: Check = {
  name: "another store's template_id",
  clauses: ['auth.scope-templates'],
  async run(trial: Trial) {
    const clause = 'auth.scope-templates'
    const mine = new Set((await trial.session.inventory.templates()).items.map(({ id }) => id))
    const foreign = (await new Inventory(trial.session.client, 'other_store').templates()).items.find(
      ({ id }) => !mine.has(id),
    )
    if (!foreign) trial.notExercised('the other store has no template whose id is its own')
    const [invoice] = (await trial.session.inventory.invoices()).items
    if (!invoice) trial.notExercised('the store has no invoice')
    const order_id = trial.session.target.order_ids[0]
    const operations = ['readInvoicePdf', 'regenerateInvoice', 'sendInvoiceEmail', 'createInvoice'] as const
    for (const operation of trial.permitted(clause, operations)) {
      if (operation === 'createInvoice' && order_id === undefined) continue
      const call = (template_id: number) => callWith(operation, template_id, invoice.slug, order_id)
      const unknown = await trial.call(operation, call(UNLIKELY_ID))
      const theirs = await trial.call(operation, call(foreign.id))
      trial.judge(
        clause,
        unknown.response.status === theirs.response.status || bothSucceed(unknown, theirs),
        {
          expected: `what an unknown template_id is answered: ${unknown.response.status} ${unknown.response.text.slice(0, 200)}`,
          exchanges: [unknown, theirs],
        },
      )
    }
  },
}

/** A creation may answer 201 first and 200 then. */
const bothSucceed = (a: Exchange, b: Exchange) => isSuccess(a) && isSuccess(b)

function callWith(operation: string, template_id: number, slug: string, order_id: number | undefined) {
  if (operation === 'createInvoice') return { body: { order_id, template_id } }
  if (operation === 'sendInvoiceEmail') return { params: { slug }, body: { template_id } }
  return { params: { slug }, query: { template_id } }
}

/** auth.scope-settings: a harmless setting changed in either store stays unchanged in the other. */
const settings: Check = {
  name: 'settings of two stores',
  clauses: ['auth.scope-settings'],
  async run(trial: Trial) {
    for (const [changing, watching] of [
      ['api', 'other_store'],
      ['other_store', 'api'],
    ] as const) {
      const changed = await trial.call('readSettings', { key: changing })
      const footer_message =
        (member(changed, 'settings') as { footer_message?: unknown } | undefined)?.footer_message ?? ''
      const before = await trial.call('readSettings', { key: watching })
      if (changing === 'api') trial.session.ledger.changing({ footer_message })
      const change = await trial.call('updateSettings', {
        body: { settings: { footer_message: `Conformance ${trial.session.marker}` } },
        key: changing,
      })
      const after = await trial.call('readSettings', { key: watching })
      await trial.call('updateSettings', { body: { settings: { footer_message } }, key: changing })
      if (!isSuccess(change)) trial.notExercised('the server refused a change of footer_message')
      trial.judge('auth.scope-settings', sameValue(member(before, 'settings'), member(after, 'settings')), {
        expected: "the other store's settings as they were",
        exchanges: [before, change, after],
      })
    }
  },
}

export const recordScope: readonly Check[] = [
  existing('template'),
  existing('customer'),
  ownRecord('template'),
  ownRecord('customer'),
  foreignTemplateId,
  settings,
]
