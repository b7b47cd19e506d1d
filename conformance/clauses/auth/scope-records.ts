import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { UNLIKELY_ID } from '../../server/learn/preflight.ts'
import { Inventory } from '../../server/store/inventory.ts'
import { createCustomer, createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { sameStated } from '../stated-fields.ts'
import { DIRECTIONS } from './scope.ts'
import { searchTextsOf } from './scope-search.ts'

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

/** What a stranger's key may see of a record: nothing. Ids may be counted per store, so only one that the stranger does not have tells. */
function existing(kind: Kind): Check {
  const { clause, many, read } = KINDS[kind]
  return check(clause, {
    name: `another store's ${many}`,
    async run(law: Law) {
      let tried = 0
      for (const { owner, stranger } of DIRECTIONS) {
        const own = new Set(await idsOf(law, kind, stranger))
        const foreign = (await idsOf(law, kind, owner)).filter((id) => !own.has(id))
        for (const id of foreign.slice(0, 6)) {
          law.of(clause).refused(await law.call(read, { params: { id }, key: stranger }), 'not-found')
          tried++
        }
      }
      if (tried === 0) law.notExercised(`no ${kind} has an id that the other store does not have too`)
    },
  })
}

async function idsOf(law: Law, kind: Kind, key: KeyName): Promise<number[]> {
  const inventory = new Inventory(law.session.client, key)
  const { items } = kind === 'template' ? await inventory.templates() : await inventory.customers()
  return items.map(({ id }) => id)
}

/** A record of our own that the other key tries to list, read, change and delete. */
function ownRecord(kind: Kind): Check {
  const { clause, many, list, read, update, remove, field, create } = KINDS[kind]
  return check(clause, {
    name: `a ${kind} of our own and another store's key`,
    needs: ['other_store_key', 'writes'],
    async run(law: Law) {
      const { record, input } = await create(law.session)
      if (!record) law.notExercised(`the server took no ${kind} of ours`)
      const params = { id: record.id }
      try {
        const listed: Exchange[] = []
        for (const query of listings(kind, input))
          listed.push(await law.call(list, { key: 'other_store', query }))
        const seen = await law.call(read, { params, key: 'other_store' })
        for (const exchange of [...listed, seen]) {
          const shown = JSON.stringify([member(exchange, many), member(exchange, kind)])
          law.of(clause).judge(!shown.includes(law.marker), {
            expected: `nothing of the ${kind}`,
            exchanges: exchange,
          })
        }
        if (isSuccess(seen)) return law.of(clause).missing(`both stores have a ${kind} ${record.id}`)
        const before = await law.call(read, { params })
        const changed = await law.call(update, {
          params,
          body: { [kind]: { ...input, [field]: `Taken ${law.marker}` } },
          key: 'other_store',
        })
        law.of(clause).refused(changed, 'not-found')
        law.of(clause).refused(await law.call(remove, { params, key: 'other_store' }), 'not-found')
        const after = await law.call(read, { params })
        law
          .of(clause)
          .judge(
            isSuccess(after) && sameStated(`resources/${kind}`, member(before, kind), member(after, kind)),
            {
              message: `another store's key changed or deleted a ${kind}`,
              expected: before.response.text.slice(0, 300),
              exchanges: [before, changed, after],
            },
          )
      } finally {
        await deleteOwn(law.session, many, record.id)
      }
    },
  })
}

/** Queries whose answer would show the record: customers are searched by each text that finds them. */
function listings(kind: Kind, input: object): { search?: string }[] {
  return kind === 'template' ? [{}] : searchTextsOf(input).map((search) => ({ search }))
}

/** auth.scope-templates, use: a template_id of another store fares as an id that nobody has. */
const foreignTemplateId = check('auth.scope-templates', {
  name: "another store's template_id",
  storewide: true,
  async run(law: Law) {
    const clause = 'auth.scope-templates'
    const mine = new Set((await law.store.templates()).items.map(({ id }) => id))
    const foreign = (await new Inventory(law.session.client, 'other_store').templates()).items.find(
      ({ id }) => !mine.has(id),
    )
    if (!foreign) law.notExercised('the other store has no template whose id is its own')
    const [invoice] = (await law.store.invoices()).items
    if (!invoice) law.notExercised('the store has no invoice')
    const order_id = law.target.order_ids[0]
    const operations = ['readInvoicePdf', 'regenerateInvoice', 'sendInvoiceEmail', 'createInvoice'] as const
    for (const operation of law.of(clause).permitted(operations)) {
      if (operation === 'createInvoice' && order_id === undefined) continue
      const call = (template_id: number) => callWith(operation, template_id, invoice.slug, order_id)
      const unknown = await law.call(operation, call(UNLIKELY_ID))
      const theirs = await law.call(operation, call(foreign.id))
      law
        .of(clause)
        .judge(unknown.response.status === theirs.response.status || bothSucceed(unknown, theirs), {
          expected: `what an unknown template_id is answered: ${unknown.response.status} ${unknown.response.text.slice(0, 200)}`,
          exchanges: [unknown, theirs],
        })
    }
  },
})

/** A creation may answer 201 first and 200 then. */
const bothSucceed = (a: Exchange, b: Exchange) => isSuccess(a) && isSuccess(b)

function callWith(operation: string, template_id: number, slug: string, order_id: number | undefined) {
  if (operation === 'createInvoice') return { body: { order_id, template_id } }
  if (operation === 'sendInvoiceEmail') return { params: { slug }, body: { template_id } }
  return { params: { slug }, query: { template_id } }
}

export const recordScope: readonly Check[] = [
  existing('template'),
  existing('customer'),
  ownRecord('template'),
  ownRecord('customer'),
  foreignTemplateId,
]
