import fc from 'fast-check'
import type { Fields } from '../records/record-kind.ts'
import { auditAll, readAll } from './audit.ts'
import { command, commandOn } from './command.ts'
import { CUSTOMERS, TEMPLATES } from './kinds.ts'
import { pick, type Model, type Play } from './model.ts'
import { create, readDeleted, remove, sendInvalid, store, update, type Own } from './records.ts'

/** Another record that says exactly the same, beside the first or after its deletion, is one of its own where it is accepted. */
async function createAgain(own: Own, afterDeletion: boolean, play: Play): Promise<void> {
  const [, input] = own
  await store(CUSTOMERS, input, play)
  if (!afterDeletion) return
  await remove(CUSTOMERS, own, play)
  await auditAll(play)
  await store(CUSTOMERS, input, play)
}

/** A customer that is updated and deleted at once is gone once the deletion was answered. */
async function deleteWhileUpdating(own: Own, fields: Fields, play: Play): Promise<void> {
  const [id, known] = own
  const body = { customer: { ...known, ...fields } }
  const updated = play.act('updateCustomer', { params: { id }, body })
  await Promise.all([updated, remove(CUSTOMERS, own, play)])
  await readDeleted(CUSTOMERS, id, play)
}

/** What a write of one kind leaves behind must not show in the other kind, whose records were all read before. */
async function updateBothKinds(customer: Own, at: number, fields: Fields, play: Play): Promise<void> {
  const template = pick(play.model.templates, at)
  if (!template) return
  await readAll(TEMPLATES, play)
  await update(TEMPLATES, template, { invoice_number_prefix: fields['first_name'] }, play)
  await update(CUSTOMERS, customer, fields, play)
  await readAll(TEMPLATES, play)
  await readAll(CUSTOMERS, play)
}

/** What was refused has no part in what is accepted next. */
async function updateAfterRefusal(own: Own, fields: Fields, play: Play): Promise<void> {
  await sendInvalid(CUSTOMERS, own, play)
  await update(CUSTOMERS, own, fields, play)
  await readAll(CUSTOMERS, play)
}

/** One write right after the other, with nothing between them. */
async function several(times: number, write: () => Promise<void>): Promise<void> {
  for (let done = 0; done < times; done++) await write()
}

const values: fc.Arbitrary<Fields> = fc.record(CUSTOMERS.varied)
const customers = (model: Model) => model.customers

/** Several writes that follow each other closely, or meet: no reading between them lets a server settle. */
export const closeCommands = [
  fc.record(TEMPLATES.varied).map((fields) =>
    command({
      name: `createTemplate(five times, ${JSON.stringify(fields)})`,
      possible: (model) => model.templates.size < 2,
      run: (play) => several(5, () => create(TEMPLATES, fields, play)),
    }),
  ),
  fc.tuple(fc.nat(7), fc.boolean()).map(([at, afterDeletion]) =>
    commandOn(customers, at, {
      name: `createCustomer(as #${at} once more${afterDeletion ? ', and again when that is deleted' : ''})`,
      run: (play, own) => createAgain(own, afterDeletion, play),
    }),
  ),
  fc.tuple(fc.nat(7), values).map(([at, fields]) =>
    commandOn(customers, at, {
      name: `deleteCustomer(#${at}) while it is updated`,
      run: (play, own) => deleteWhileUpdating(own, fields, play),
    }),
  ),
  fc.tuple(fc.nat(7), values).map(([at, fields]) =>
    commandOn(customers, at, {
      name: `updateTemplate and updateCustomer(#${at}, ${JSON.stringify(fields)})`,
      possible: (model) => model.templates.size > 0,
      run: (play, own) => updateBothKinds(own, at, fields, play),
    }),
  ),
  fc.tuple(fc.nat(7), values).map(([at, fields]) =>
    commandOn(customers, at, {
      name: `updateCustomer(#${at}, invalid, then ${JSON.stringify(fields)})`,
      run: (play, own) => updateAfterRefusal(own, fields, play),
    }),
  ),
  values.map((fields) =>
    command({
      name: `createCustomer(right after deleteCustomer of two, ${JSON.stringify(fields)})`,
      possible: (model) => model.customers.size >= 2,
      async run(play) {
        for (const own of [...play.model.customers].slice(0, 2)) await remove(CUSTOMERS, own, play)
        await create(CUSTOMERS, fields, play)
      },
    }),
  ),
  values.map((fields) =>
    command({
      name: `createCustomer(three times, ${JSON.stringify(fields)})`,
      possible: (model) => model.customers.size < 3,
      run: (play) => several(3, () => create(CUSTOMERS, fields, play)),
    }),
  ),
]
