import fc from 'fast-check'
import { auditAll, readAll } from './audit.ts'
import { command } from './command.ts'
import { CUSTOMERS, TEMPLATES } from './kinds.ts'
import { act, demand, pick, type Fields, type Model, type Real } from './model.ts'
import { answerOf, create, remove, sendInvalid, store, update } from './records.ts'

/** Another record that says exactly the same, beside the first or after its deletion, is one of its own where it is accepted. */
async function createAgain(index: number, afterDeletion: boolean, model: Model, real: Real): Promise<void> {
  const [id, input] = pick(model.customers, index)!
  await store(CUSTOMERS, input, model, real)
  if (!afterDeletion) return
  await remove(CUSTOMERS, id, model, real)
  await auditAll(model, real)
  await store(CUSTOMERS, input, model, real)
}

/** A customer that is updated and deleted at once is gone once the deletion was answered. */
async function deleteWhileUpdating(index: number, fields: Fields, model: Model, real: Real): Promise<void> {
  const [id, known] = pick(model.customers, index)!
  const updated = act(real, 'updateCustomer', { params: { id }, body: { customer: { ...known, ...fields } } })
  await Promise.all([updated, remove(CUSTOMERS, id, model, real)])
  const { kinds } = real.law.session
  const answer = await act(real, 'readCustomer', { params: { id } })
  demand(
    real,
    kinds.is('not-found', answer),
    `${kinds.name('not-found')} for the deleted customer ${id}`,
    answerOf(answer),
  )
}

/** What a write of one kind leaves behind must not show in the other kind, whose records were all read before. */
async function updateBothKinds(index: number, fields: Fields, model: Model, real: Real): Promise<void> {
  await readAll(TEMPLATES, model, real)
  await update(TEMPLATES, index, { invoice_number_prefix: fields['first_name'] }, model, real)
  await update(CUSTOMERS, index, fields, model, real)
  await readAll(TEMPLATES, model, real)
  await readAll(CUSTOMERS, model, real)
}

/** What was refused has no part in what is accepted next. */
async function updateAfterRefusal(index: number, fields: Fields, model: Model, real: Real): Promise<void> {
  await sendInvalid(CUSTOMERS, index, model, real)
  await update(CUSTOMERS, index, fields, model, real)
  await readAll(CUSTOMERS, model, real)
}

/** One write right after the other, with nothing between them. */
async function several(times: number, write: () => Promise<void>): Promise<void> {
  for (let done = 0; done < times; done++) await write()
}

const values = fc.record(CUSTOMERS.varied) as fc.Arbitrary<Fields>
const someCustomers = (least: number) => (model: Model) => model.customers.size >= least

/** Several writes that follow each other closely, or meet: no reading between them lets a server settle. */
export const closeCommands = [
  fc.record(TEMPLATES.varied).map((fields) =>
    command({
      name: `createTemplate(five times, ${JSON.stringify(fields)})`,
      possible: (model) => model.templates.size < 2,
      run: (model, real) => several(5, () => create(TEMPLATES, fields, model, real)),
    }),
  ),
  fc.tuple(fc.nat(7), fc.boolean()).map(([at, afterDeletion]) =>
    command({
      name: `createCustomer(as #${at} once more${afterDeletion ? ', and again when that is deleted' : ''})`,
      possible: someCustomers(1),
      run: (model, real) => createAgain(at, afterDeletion, model, real),
    }),
  ),
  fc.tuple(fc.nat(7), values).map(([at, fields]) =>
    command({
      name: `deleteCustomer(#${at}) while it is updated`,
      possible: someCustomers(1),
      run: (model, real) => deleteWhileUpdating(at, fields, model, real),
    }),
  ),
  fc.tuple(fc.nat(7), values).map(([at, fields]) =>
    command({
      name: `updateTemplate and updateCustomer(#${at}, ${JSON.stringify(fields)})`,
      possible: (model) => model.customers.size > 0 && model.templates.size > 0,
      run: (model, real) => updateBothKinds(at, fields, model, real),
    }),
  ),
  fc.tuple(fc.nat(7), values).map(([at, fields]) =>
    command({
      name: `updateCustomer(#${at}, invalid, then ${JSON.stringify(fields)})`,
      possible: someCustomers(1),
      run: (model, real) => updateAfterRefusal(at, fields, model, real),
    }),
  ),
  values.map((fields) =>
    command({
      name: `createCustomer(right after deleteCustomer of two, ${JSON.stringify(fields)})`,
      possible: someCustomers(2),
      async run(model, real) {
        await several(2, () => remove(CUSTOMERS, pick(model.customers, 0)![0], model, real))
        await create(CUSTOMERS, fields, model, real)
      },
    }),
  ),
  values.map((fields) =>
    command({
      name: `createCustomer(three times, ${JSON.stringify(fields)})`,
      possible: (model) => model.customers.size < 3,
      run: (model, real) => several(3, () => create(CUSTOMERS, fields, model, real)),
    }),
  ),
]
