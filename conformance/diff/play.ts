import type { OperationId } from '../../schemas/operations.ts'
import { RESOURCES, type Resource } from '../../schemas/resources.ts'
import type { Name } from '../compare/counterparts.ts'
import { created, deleteOwn } from '../server/activity/own-records.ts'
import { isRecent } from '../server/activity/new-invoices.ts'
import type { Call } from '../server/client/call.ts'
import { isObject, isSuccess, member, type Exchange } from '../server/client/exchange.ts'
import { askBoth, bothMayCall, bothPermit, type Answers, type Both } from './both.ts'
import type { Made, MadeInvoice, Move, Records } from './move.ts'
import { tellSettings } from './settings.ts'

/** A move as it was made. */
export interface Step {
  move: Move
  operation: OperationId
  call: Call
  answers: Answers
  /** A creation answers an invoice that was there before. */
  isOfOldInvoice: boolean
}

type Many = Resource['many']

/** What a sequence of moves works on: records of its own, which are deleted after it, and the invoices of the run. */
export class Play implements Records {
  readonly both: Both
  readonly templates: Made[] = []
  readonly customers: Made[] = []
  readonly invoices: MadeInvoice[]
  #hasSettings = false

  /** @param invoices those that earlier sequences made; more are added */
  constructor(both: Both, invoices: MadeInvoice[]) {
    this.both = both
    this.invoices = invoices
  }

  /** Asks both. null where the move is not possible now, or not permitted. */
  async make(move: Move): Promise<Step | null> {
    const { operation } = move
    if (!bothPermit(this.both, operation)) return null
    const call = await move.call(this)
    if (call === null || !bothMayCall(this.both, operation, call)) return null
    const answers = await askBoth(this.both, operation, call)
    const isOfOldInvoice = answers.every(wasThere) || this.#hasMet(answers)
    await this.#note(operation, call, answers)
    return { move, operation, call, answers, isOfOldInvoice }
  }

  /** Leaves both as they were before the sequence: what it made is deleted. */
  async tidy(): Promise<void> {
    for (const many of ['templates', 'customers'] as const)
      for (const { here, there } of this[many].splice(0)) await this.#remove(many, here, there)
    if (this.#hasSettings) await tellSettings(this.both)
  }

  async #note(operation: OperationId, call: Call, answers: Answers): Promise<void> {
    if (operation === 'createInvoice') this.#noteInvoice(answers)
    if (operation === 'updateSettings') this.#hasSettings = true
    for (const { many, one, operations } of Object.values(RESOURCES)) {
      if (operation === operations.create) await this.#noteCreated(many, one, answers)
      if (operation === operations.delete) await this.#noteDeleted(many, call, answers)
    }
  }

  /** What one of them alone made goes at once: the two stay alike. */
  async #noteCreated(many: Many, one: string, [mine, theirs]: Answers): Promise<void> {
    const here = created<{ id: number }>(this.both.here, many, mine, one)?.id
    const there = created<{ id: number }>(this.both.there, many, theirs, one)?.id
    if (here !== undefined && there !== undefined) this[many].push({ here, there })
    else await this.#remove(many, here, there)
  }

  /** And so does what one of them alone deleted. */
  async #noteDeleted(many: Many, { params }: Call, answers: Answers): Promise<void> {
    const at = this[many].findIndex(({ here }) => here === params?.['id'])
    const made = this[many][at]
    const [mine, theirs] = answers.map(isSuccess)
    if (!made || !(mine || theirs)) return
    this[many].splice(at, 1)
    if (mine) this.both.here.ledger.deleted(many, Number(made.here))
    if (theirs) this.both.there.ledger.deleted(many, Number(made.there))
    await this.#remove(many, mine ? undefined : made.here, theirs ? undefined : made.there)
  }

  async #remove(many: Many, here: Name | undefined, there: Name | undefined): Promise<void> {
    if (here !== undefined) await deleteOwn(this.both.here, many, Number(here))
    if (there !== undefined) await deleteOwn(this.both.there, many, Number(there))
  }

  #hasMet([mine]: Answers): boolean {
    const invoice = invoiceOf(mine)
    return this.invoices.some(({ slug }) => slug === invoice?.['slug'])
  }

  #noteInvoice(answers: Answers): void {
    const [here, there] = answers.map(invoiceOf)
    if (!here || !there || this.#hasMet(answers)) return
    this.invoices.push({
      here: nameOf(here['id']),
      there: nameOf(there['id']),
      slug: String(here['slug']),
      alike: sourceOf(here) === sourceOf(there),
      types: [here['invoice_type'], there['invoice_type']],
    })
  }
}

function invoiceOf(answer: Exchange): Record<string, unknown> | null {
  const invoice = isSuccess(answer) ? member(answer, 'invoice') : null
  return isObject(invoice) && typeof invoice['slug'] === 'string' ? invoice : null
}

/** Whether an invoice was there before the run. */
function wasThere(answer: Exchange): boolean {
  const invoice = answer.operation === 'createInvoice' ? invoiceOf(answer) : null
  return invoice !== null && !isRecent(invoice['created_at'], answer)
}

const nameOf = (id: unknown): Name => (typeof id === 'number' ? id : String(id))

/** What tells one order from another, in its invoice: who bought what. */
function sourceOf({ customer, line_items }: Record<string, unknown>): string {
  const titles = Array.isArray(line_items) ? line_items.map((line) => isObject(line) && line['title']) : []
  return JSON.stringify([isObject(customer) && customer['email'], titles])
}
