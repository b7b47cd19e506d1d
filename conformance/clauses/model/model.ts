import type { ErrorKind } from '../../../schemas/operations.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, type Exchange } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'

/** An invoice as it was answered. */
export type Invoice = Fields & { slug: string; number: string }

export const isInvoice = (value: unknown): value is Invoice =>
  isObject(value) && typeof value['slug'] === 'string' && typeof value['number'] === 'string'

/** What the store must hold of the run's own records: smaller than the server, fields as they were answered. */
export interface Model {
  /** By kind, then id. */
  templates: Map<number, Fields>
  customers: Map<number, Fields>
  /** Ids that were deleted: they must stay away. */
  gone: { templates: number[]; customers: number[] }
  /** The settings as they must be. */
  settings: Fields
  /** The invoice of each order that was invoiced, by `order 5` or `draft 5`. */
  invoices: Map<string, Invoice>
}

export interface Order {
  order_id: number
  draft: boolean
}

/** What a sequence begins with. */
interface Stage {
  law: Law
  model: Model
  /** Orders and draft orders that the sequences share: few, so that they meet again. */
  orders: readonly Order[]
  /** Templates that others made, as they were before: neighbours that must not change. */
  neighbours: readonly Fields[]
}

/** Exchanges that a counterexample shows: the last ones, those that broke the model among them. */
const SHOWN = 16

/** So many commands one look at everything covers. */
const COVERED = 3

/** A sequence of commands under way. */
export class Play implements Stage {
  readonly law: Law
  readonly model: Model
  readonly orders: readonly Order[]
  readonly neighbours: readonly Fields[]
  readonly #steps: string[] = []
  readonly #history: { exchange: Exchange; step: number }[] = []

  constructor({ law, model, orders, neighbours }: Stage) {
    this.law = law
    this.model = model
    this.orders = orders
    this.neighbours = neighbours
  }

  /** A number that grows with each request: what is looked at in turn follows it. */
  get turn(): number {
    return this.#history.length
  }

  /** What is sent from now on is of this step. */
  begin(step: string): void {
    this.#steps.push(step)
  }

  /** Whether after this step all is to be looked at: one look covers several commands. */
  isAuditDue(): boolean {
    return this.#steps.length % COVERED === 0
  }

  /** Sends and remembers. */
  async act(...call: Parameters<Law['call']>): Promise<Exchange> {
    const exchange = await this.law.call(...call)
    this.#history.push({ exchange, step: this.#steps.length - 1 })
    return exchange
  }

  /** The model demands it. @param field the one that deviates, where one does */
  demand(ok: boolean, expected: string, got?: string, field?: string): void {
    if (ok) return
    const shown = this.#history.slice(-SHOWN)
    throw this.law.violation({
      expected,
      ...(got !== undefined && { got }),
      ...(field !== undefined && { field }),
      exchanges: shown.map(({ exchange }) => exchange),
      steps: this.#steps.map((does, at) => ({
        does,
        exchanges: shown.filter(({ step }) => step === at).length,
      })),
    })
  }

  /** The model demands that an answer is this error, for a reason. */
  demandRefused(kind: ErrorKind, answer: Exchange, reason: string): void {
    const { operation, response } = answer
    const got = `${operation}: ${response.status} ${response.text.slice(0, 200)}`
    this.demand(this.law.is(kind, answer), `${this.law.nameOf(kind)} for ${reason}`, got)
  }
}

/** The member at that place among those that are there now; undefined where there is none. */
export function pick<T>(items: Iterable<T>, index: number): T | undefined {
  const all = [...items]
  return all[index % all.length]
}
