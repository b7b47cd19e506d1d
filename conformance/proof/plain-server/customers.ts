import type { Answers } from './answers.ts'
import { NAMES, PHONE, parameter, type Fields } from './input.ts'
import { matches, pageOf, readPaging, sorted } from './listing.ts'
import { fullName, rowShown } from './presentation.ts'
import { addRow, type Collection } from './records.ts'
import { unprocessable, type Reply } from './refusal.ts'
import type { Call, Person, Row, Store, Text, World } from './store.ts'

const TEXTS = ['first_name', 'last_name', 'phone', 'tax_number', 'eori_number', 'tags']

function fields(answers: Answers): Fields {
  const fallback = answers.unset === 'empty' ? '' : null
  return {
    email: { kind: 'email', fallback },
    ...Object.fromEntries(TEXTS.map((name) => [name, { kind: 'text', fallback } as const])),
    ...Object.fromEntries(
      patterns(answers).map(([name, pattern]) => [name, { kind: 'text', fallback, pattern } as const]),
    ),
  }
}

const patterns = ({ phones, numbers, names }: Answers): [string, RegExp][] => [
  ...PHONES[phones].map((pattern): [string, RegExp] => ['phone', pattern]),
  ...(numbers === 'checked' ? NUMBERS : []),
  ...['first_name', 'last_name', 'tags'].flatMap((name) =>
    NAMES[names].map((pattern): [string, RegExp] => [name, pattern]),
  ),
]
const PHONES: Record<Answers['phones'], readonly RegExp[]> = {
  free: [],
  checked: [PHONE],
  '+4930901820': [/^(?:\+\d{7,15})?$/],
}

const NUMBERS: readonly [string, RegExp][] = [
  ['tax_number', /^[A-Z0-9][A-Z0-9 ./-]{1,29}$/i],
  ['eori_number', /^[A-Z]{2}[A-Za-z0-9]{1,15}$/],
]

function lowered(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

/** Whether another customer has this first and last name. */
function isNamesake({ answers }: World, store: Store, values: Values, self?: Row): boolean {
  const joined = (of: Values) => lowered(of['first_name']) + lowered(of['last_name'])
  const others = [...store.customers.values()].filter(({ id }) => id !== self?.id)
  return answers.names === 'full ones differ' && others.some((row) => joined(row.values) === joined(values))
}

type Values = Readonly<Record<string, unknown>>

/** The first field of these values that another customer has the same text in, where no two may. */
function takenField({ answers }: World, store: Store, values: Values, self?: Row): string | undefined {
  const others = [...store.customers.values()].filter(({ id }) => id !== self?.id)
  return answers.uniqueCustomerFields.find((field) => {
    const given = lowered(values[field])
    return given !== '' && others.some((row) => lowered(row.values[field]) === given)
  })
}

/** The store's customers. */
export const CUSTOMERS: Collection = {
  key: 'customer',
  rows: (store) => store.customers,
  fields,
  required: (answers) => answers.requiredCustomerFields,
  outputOnly: (world) => ({ platform_customer_id: world.answers.unset === 'empty' ? world.nextId() : null }),
  check: ({ world, store }, values, self) => {
    const field = takenField(world, store, values, self)
    if (field !== undefined) throw unprocessable(field, 'is taken')
    if (isNamesake(world, store, values, self)) throw unprocessable('last_name', 'is that of another')
  },
  written: () => undefined,
  withAddresses: (answers, operation) => operation === 'read' || answers.addressesOnWrite,
}

function text(row: Row, field: string): Text {
  const value = row.values[field]
  return typeof value === 'string' ? value : null
}

function nameOf(row: Row): Text {
  return fullName({ first_name: text(row, 'first_name'), last_name: text(row, 'last_name') })
}

function searched(answers: Answers, row: Row): Text[] {
  const parts = answers.customerName === 'parts' ? [text(row, 'first_name'), text(row, 'last_name')] : []
  return [nameOf(row), ...parts, text(row, 'email'), text(row, 'tax_number')]
}

/** GET /customers */
export function listCustomers(call: Call): () => Reply {
  const { world, store } = call
  const { answers } = world
  const paging = readPaging(call, answers.outOfRange)
  const search = parameter(call, 'search')?.trim() ?? ''
  return () => {
    const all = sorted(answers, store.customers.values(), (row) => nameOf(row) ?? '')
    const found = all.filter((row) => search === '' || matches(answers, searched(answers, row), search))
    const { rows, meta } = pageOf(answers, found, paging)
    return { status: 200, body: { customers: rows.map((row) => rowShown(world, row, false)), meta } }
  }
}

/** Makes a customer of an invoice's customer, unless there is one already. */
export function fileCustomer(world: World, store: Store, person: Person): void {
  const known = [...store.customers.values()].some(
    (row) => row.outputOnly['platform_customer_id'] === person.id,
  )
  const { id, ...values } = person
  if (known || takenField(world, store, values)) return
  const row = addRow(world, store, CUSTOMERS, values)
  store.customers.set(row.id, { ...row, outputOnly: { platform_customer_id: id } })
}
