import { RESOURCE_OF, type Resource } from '../../../schemas/resources.ts'
import type { CustomerInput, Template, TemplateInput } from '../../../schemas/types.ts'
import { isObject, isSuccess, member, type Exchange } from '../client/exchange.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'

/** Fields of a template that choose it for others' documents: left alone without permission for settings. */
export const PRE_SELECTED = [
  'pre_selected_orders',
  'pre_selected_draft_orders',
  'pre_selected_pos_orders',
  'pre_selected_credit_notes',
] as const

/** A record that the run created: what was sent, what was answered, and by which exchange. */
export interface Own<Input, Output> {
  input: Input
  /** null when the server refused. */
  record: Output | null
  exchange: Exchange
}

const models = perRun<'model', Promise<Partial<Template>>>()

/** A template of the store, looked up once: what is taken of it others may change, and it serves all the same. */
const modelOf = (session: Session): Promise<Partial<Template>> =>
  models(session, 'model', async () => {
    const { items } = await session.inventory.templates()
    return items.find((item) => isObject(item)) ?? {}
  })

/**
 * A full TemplateInput of our own. Formats that the specification leaves open (colours, fonts, sizes, dates) are
 * taken from a template of the store; its name carries the run's marker.
 */
export async function templateInput(
  session: Session,
  overrides: Partial<TemplateInput> = {},
): Promise<Required<TemplateInput>> {
  const model = await modelOf(session)
  return {
    name: `Kit ${session.numbers.next++} ${session.marker}`,
    template_type: 'invoice',
    pre_selected_orders: false,
    pre_selected_draft_orders: false,
    pre_selected_pos_orders: false,
    pre_selected_credit_notes: false,
    accent_color: text(model.accent_color, '#1f6feb'),
    font_family: text(model.font_family, 'Helvetica'),
    font_size: whole(model.font_size, 10),
    date_format: text(model.date_format, 'YYYY-MM-DD'),
    invoice_number_prefix: 'CK-',
    logo_url: 'https://example.com/logo.png',
    logo_width: whole(model.logo_width, 120),
    logo_enabled: false,
    ...overrides,
  }
}

/** A number without digits, which some servers do not take for a name's. */
const inLetters = (n: number): string =>
  n.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))

/** A full CustomerInput of our own; the family name carries the run's marker, and email, phone and tax number are new: any may have to be unique. */
export function customerInput(
  session: Session,
  overrides: Partial<CustomerInput> = {},
): Required<CustomerInput> {
  const n = session.numbers.next++
  return {
    email: `customer${n}.${session.marker}@example.com`,
    first_name: `Ada${inLetters(n)}`,
    last_name: `Kit ${session.marker}`,
    phone: `+4930${9_018_000 + n}`,
    tax_number: `DE${String(100_000_000 + ((session.seedOf(`tax ${n}`) + n) % 899_999_999))}`,
    eori_number: 'DE1234567',
    tags: 'conformance',
    ...overrides,
  }
}

/** A full input of our own of either kind. */
export async function inputOf(
  session: Session,
  { one }: Resource,
  overrides: Partial<TemplateInput & CustomerInput> = {},
): Promise<Record<string, unknown>> {
  return one === 'template'
    ? { ...(await templateInput(session, overrides)) }
    : { ...customerInput(session, overrides) }
}

/** Creates a template and notes it for the clean-up. */
export async function createTemplate(
  session: Session,
  overrides: Partial<TemplateInput> = {},
): Promise<Own<TemplateInput, Template>> {
  return createTemplateOf(session, await templateInput(session, overrides))
}

/** The same of an input that is whole, or leaves out what it means to. */
export async function createTemplateOf(
  session: Session,
  input: TemplateInput,
): Promise<Own<TemplateInput, Template>> {
  const exchange = await session.client.call('createTemplate', { body: { template: input } })
  return { input, record: created<Template>(session, 'templates', exchange, 'template'), exchange }
}

/** Notes whatever a creation made, wanted or not, and returns it. */
export function created<T>(
  session: Session,
  kind: Resource['many'],
  exchange: Exchange,
  name: string,
): T | null {
  const record = member(exchange, name)
  if (!isSuccess(exchange) || !isObject(record) || typeof record['id'] !== 'number') return null
  session.ledger.created(kind, record['id'])
  return record as T // shaped as the caller says; whether it is, watchers judge
}

/** Deletes a record of the run's own. */
export async function deleteOwn(session: Session, kind: Resource['many'], id: number): Promise<Exchange> {
  const exchange = await session.client.call(RESOURCE_OF[kind].operations.delete, { params: { id } })
  if (isSuccess(exchange)) session.ledger.deleted(kind, id)
  return exchange
}

const text = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise
const whole = (value: unknown, otherwise: number) =>
  Number.isInteger(value) && Number(value) > 0 ? Number(value) : otherwise
