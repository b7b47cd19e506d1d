import type { Replica } from './replicas.ts'
import type { Answer, Shop } from './shop.ts'

/** A client that notes what it was promised, and looks for it afterwards. */
export interface Writer {
  readonly name: string
  /** Writes something once, and at once reads it from another replica; whether the write was acknowledged. */
  step(): Promise<boolean>
  /** Looks for all that it wrote, on a replica, while nobody writes. */
  audit(replica: Replica): Promise<void>
}

/** Is told what should not be. */
export type Tell = (finding: string) => void

/** What is known of something that was written. */
type Known = 'there' | 'gone' | 'unknown'

/** Makes customers, each by one request, and deletes some. */
export class CustomerWriter implements Writer {
  readonly name: string
  readonly #shop: Shop
  readonly #tell: Tell
  readonly #known = new Map<string, Known>()
  readonly #ids = new Map<string, number>()

  constructor(name: string, shop: Shop, tell: Tell) {
    this.name = name
    this.#shop = shop
    this.#tell = tell
  }

  async step(): Promise<boolean> {
    const count = this.#known.size + 1
    const email = `${this.name}-${count}@crash.example`
    this.#known.set(email, 'unknown')
    const answer = await this.#shop.call('POST', '/customers', { customer: { email } })
    const id = answer?.body.customer?.id
    if (answer === null) return false
    if (answer.status !== 201 || id === undefined) return this.#unexpected(`POST ${email}`, answer)
    this.#known.set(email, 'there')
    this.#ids.set(email, id)
    const read = await this.#shop.call('GET', `/customers/${id}`)
    if (read && read.body.customer?.email !== email) return this.#unexpected(`GET ${email}`, read)
    if (count % 5 === 0) await this.#drop(email, id)
    return true
  }

  async #drop(email: string, id: number): Promise<void> {
    this.#known.set(email, 'unknown')
    const answer = await this.#shop.call('DELETE', `/customers/${id}`)
    if (answer === null) return
    if (answer.status >= 300) return void this.#unexpected(`DELETE ${email}`, answer)
    this.#known.set(email, 'gone')
    const read = await this.#shop.call('GET', `/customers/${id}`)
    if (read && read.status !== 404) this.#unexpected(`GET ${email} once it is gone`, read)
  }

  #unexpected(what: string, { status, body }: NonNullable<Answer>): false {
    this.#tell(`${what}: ${status} ${JSON.stringify(body)}`)
    return false
  }

  async audit(replica: Replica): Promise<void> {
    const own = (await this.#shop.all('customers', replica)).filter(({ email }) =>
      email.startsWith(`${this.name}-`),
    )
    const counts = new Map<string, number>()
    for (const { email, id } of own) {
      counts.set(email, (counts.get(email) ?? 0) + 1)
      const promised = this.#ids.get(email)
      if (promised !== undefined && promised !== id) this.#tell(`${email} was ${promised} and is ${id}`)
    }
    for (const [email, known] of this.#known) {
      const count = counts.get(email) ?? 0
      if (known === 'there' && count === 0) this.#tell(`${email} was acknowledged and is lost`)
      if (known === 'gone' && count > 0) this.#tell(`${email} was deleted and is back`)
      if (count > 1) this.#tell(`${email} is there ${count} times`)
    }
  }
}

/** Makes orders, and the invoice of each by two requests at once. It alone makes invoices in its store. */
export class InvoiceWriter implements Writer {
  readonly name: string
  readonly #shop: Shop
  readonly #tell: Tell
  /** By name of the order, what was acknowledged. */
  readonly #made = new Map<string, { slug: string; number: string }>()
  /** The highest next number that was ever shown. */
  #next = 0

  constructor(name: string, shop: Shop, tell: Tell) {
    this.name = name
    this.#shop = shop
    this.#tell = tell
  }

  async step(): Promise<boolean> {
    const order = (await this.#shop.admin('POST', '/orders', {}))?.body
    if (order?.id === undefined || order.name === undefined) return false
    const create = () => this.#shop.call('POST', '/invoices', { order_id: order.id })
    const answers = (await Promise.all([create(), create()])).filter((answer) => answer !== null)
    for (const { status, body } of answers) {
      if (body.invoice) this.#acknowledged(order.name, body.invoice, status === 201)
      else this.#tell(`invoice of ${order.name}: ${status} ${JSON.stringify(body)}`)
    }
    const created = answers.filter(({ status }) => status === 201).length
    if (answers.length === 2 && created !== 1) this.#tell(`${order.name} was created ${created} times`)
    await this.#readNext()
    return answers.length > 0
  }

  #acknowledged(order: string, invoice: { slug: string; number: string }, isNew: boolean): void {
    const before = this.#made.get(order)
    if (before && before.slug !== invoice.slug)
      this.#tell(`${order} has two invoices, ${before.number} and ${invoice.number}`)
    if (isNew && counted(invoice.number) < this.#next)
      this.#tell(`${order} got ${invoice.number}, but ${this.#next} was the next number already`)
    this.#made.set(order, invoice)
  }

  async #readNext(): Promise<void> {
    const next = counted((await this.#shop.call('GET', '/settings'))?.body.settings?.next_invoice_number)
    if (Number.isNaN(next)) return
    if (next < this.#next) this.#tell(`${this.name}: the next number went from ${this.#next} back to ${next}`)
    this.#next = Math.max(this.#next, next)
  }

  async audit(replica: Replica): Promise<void> {
    const invoices = await this.#shop.all('invoices', replica)
    for (const [order, { slug, number }] of this.#made)
      if (!invoices.some((invoice) => invoice.slug === slug && invoice.number === number))
        this.#tell(`invoice ${number} of ${order} was acknowledged and is lost`)
    const ordered = new Set(invoices.map(({ order_name }) => order_name))
    if (ordered.size < invoices.length)
      this.#tell(`${this.name}: ${invoices.length} invoices of ${ordered.size} orders`)
    const numbers = invoices.map(({ number }) => counted(number)).toSorted((one, other) => one - other)
    const settings = await this.#shop.call('GET', '/settings', undefined, replica)
    const next = counted(settings?.body.settings?.next_invoice_number)
    const expected = Array.from(numbers, (_, at) => next - numbers.length + at)
    // A number that was counted up without its invoice, or the other way round, is half a group.
    if (numbers.join() !== expected.join())
      this.#tell(`${this.name}: the next number is ${next}, and the invoices have ${numbers}`)
  }
}

const counted = (text = ''): number => Number(/\d+$/.exec(text)?.[0])

/** Counts up in two fields of the settings at once. It alone changes the settings of its store. */
export class SettingsWriter implements Writer {
  readonly name: string
  readonly #shop: Shop
  readonly #tell: Tell
  #attempted = 0
  #acknowledged = 0

  constructor(name: string, shop: Shop, tell: Tell) {
    this.name = name
    this.#shop = shop
    this.#tell = tell
  }

  async step(): Promise<boolean> {
    const count = ++this.#attempted
    const text = String(count)
    const settings = { business_name: text, footer_message: text }
    const answer = await this.#shop.call('PATCH', '/settings', { settings })
    if (answer === null) return false
    if (answer.status !== 200) this.#tell(`${this.name}: PATCH answers ${answer.status}`)
    this.#acknowledged = count
    await this.audit(this.#shop.next())
    return true
  }

  async audit(replica: Replica): Promise<void> {
    const read = (await this.#shop.call('GET', '/settings', undefined, replica))?.body.settings
    if (read === undefined || this.#acknowledged === 0) return
    const { business_name, footer_message } = read
    const count = Number(business_name)
    if (business_name !== footer_message)
      this.#tell(`${this.name}: half a change, ${business_name} and ${footer_message}`)
    // What nobody was told of may have been done or not.
    if (count < this.#acknowledged || count > this.#attempted)
      this.#tell(`${this.name}: ${this.#acknowledged} was acknowledged, and ${business_name} is there`)
  }
}
