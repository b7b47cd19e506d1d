import type { Client } from '../client/client.ts'
import { isObject } from '../client/exchange.ts'
import type { HookName, Target } from '../target.ts'
import { allowedHooks } from '../client/permissions/hook-permissions.ts'
import { FormerOrders } from './former-orders.ts'
import { HookError, isTaken } from './hook-error.ts'
import { createdId, parsedAnswer, shownOrder } from './hook-answers.ts'
import type { Ledger } from './ledger.ts'
import { orderName, type Order } from './order-supply.ts'
import type { PersonalValues } from './personal-values.ts'

/** What a hook that answers 2xx and does nothing has not done. */
const WORK: Record<HookName, string> = {
  edit_order: 'edited the order',
  edit_draft_order: 'edited the draft order',
  delete_order: 'deleted the order',
  finish_bulk: 'ended the bulk action',
  create_order: 'created an order',
  create_draft_order: 'created a draft order',
  read_order: 'shown the order',
  emails: 'shown all emails of the store',
}

/** Why an order is not edited: nothing could restore it. */
const UNREAD =
  'the order could not be read before its edit: add the hook read_order, or answer the order to an edit'

/** Edits are JSON merge patches (RFC 7396). */
const CONTENT_TYPES: Partial<Record<HookName, string>> = {
  edit_order: 'application/merge-patch+json',
  edit_draft_order: 'application/merge-patch+json',
}

/** For a failure that such a hook could explain. */
export const mayHaveDoneNothing = (hook: HookName): string =>
  `hooks.${hook}: it answered 2xx, but may not have ${WORK[hook]}`

/** The hook that edits an order or a draft order. */
export const editHook = (draft: boolean) => (draft ? 'edit_draft_order' : 'edit_order')

/** An email as the hook `emails` shows it. */
export interface Email {
  to: string
  slug: string
  template_id: number | null
  queued_at: string
}

/** What a patch of a platform order may hold; lines and taxes among it, but no total: those are the platform's. */
export type OrderPatch = Record<string, unknown>

/** The ledger and the personal values that follow each call of a hook. */
interface PlatformNotes {
  /** Remembers how edited orders are restored; null for a platform that only restores. */
  readonly ledger: Ledger | null
  /** Notes the personal data that hooks send and answer. */
  readonly personal: PersonalValues
}

/** The target's hooks: what lies behind the service. */
export class Platform {
  readonly #client: Client
  readonly #hooks: Partial<Target['hooks']>
  readonly #personal: PersonalValues
  readonly #worked = new Set<HookName>()
  readonly #formerOrders: FormerOrders | null
  /** When orders were edited last, by `draft 5`; milliseconds since 1970. */
  readonly #edited = new Map<string, number>()

  constructor(client: Client, { ledger, personal }: PlatformNotes) {
    this.#client = client
    this.#personal = personal
    this.#hooks = { ...allowedHooks(client.target) }
    this.#formerOrders = ledger && new FormerOrders(ledger, (order) => this.#read(order))
  }

  has(hook: HookName): boolean {
    return this.#hooks[hook] !== undefined
  }

  /** Whether a hook has done its work once. */
  hasWorked(hook: HookName): boolean {
    return this.#worked.has(hook)
  }

  /** Whether an order, named as `draft 5`, was edited since a time in milliseconds. */
  editedSince(order: string, time: number): boolean {
    return (this.#edited.get(order) ?? -Infinity) >= time
  }

  /** Does without a hook from now on. */
  giveUp(hook: HookName): void {
    delete this.#hooks[hook]
  }

  /**
   * Edits the order (or draft order) by a JSON merge patch.
   * @returns the order as the hook's answer shows it then; null where it shows none
   * @throws {HookError}
   */
  async edit(order_id: number, draft: boolean, patch: OrderPatch): Promise<OrderPatch | null> {
    const hook = editHook(draft)
    const order = { order_id, draft }
    if (Object.keys(patch).length > 0)
      await this.#formerOrders?.beforeEdit(order, patch, () => new HookError(hook, UNREAD))
    this.#edited.set(orderName(order), Date.now())
    const answer = this.#seen(await this.#send(hook, order_id, patch))
    this.#worked.add(hook)
    return shownOrder(answer, order_id)
  }

  /**
   * Creates an order, or a draft order. @returns its id
   * @throws {HookError} where the hook refuses it or answers no id
   */
  async create(draft: boolean, order: OrderPatch): Promise<number> {
    const hook = draft ? 'create_draft_order' : 'create_order'
    const answer = this.#seen(await this.#send(hook, undefined, order))
    const id = createdId(answer)
    if (id === undefined) throw new HookError(hook, 'it answers no order with an id')
    this.#client.guard.sightings.ownOrders.add(id)
    this.#worked.add(hook)
    return id
  }

  /**
   * The order as the hook `read_order` or the answer to an empty edit shows it; null where neither does.
   * @throws {HookError} where the platform refuses even an empty edit
   */
  async #read({ order_id, draft }: Order): Promise<OrderPatch | null> {
    const read = !draft && this.has('read_order') ? await this.#readOrder(order_id) : null
    return read ?? shownOrder(this.#seen(await this.#send(editHook(draft), order_id, {})), order_id)
  }

  async #readOrder(order_id: number): Promise<OrderPatch | null> {
    try {
      return shownOrder(this.#seen(await this.#send('read_order', order_id)), order_id)
    } catch (error) {
      if (error instanceof HookError) return null
      throw error
    }
  }

  /** Deletes the order on the platform. @throws {HookError} */
  async deleteOrder(order_id: number): Promise<void> {
    const act = () => this.#send('delete_order', order_id)
    await (this.#formerOrders?.deleting({ order_id, draft: false }, act) ?? act())
    this.#worked.add('delete_order')
  }

  /** Whether an earlier run may have deleted it: then no hook finds anything to edit. */
  async isGone({ order_id, draft }: Order): Promise<boolean> {
    if (!this.has('delete_order') || !this.has(editHook(draft))) return false
    return !(await isTaken(() => this.edit(order_id, draft, {})))
  }

  /** Returns when the bulk action in progress has ended, with what the hook answered. @throws {HookError} */
  async finishBulk(): Promise<string> {
    const answer = await this.#send('finish_bulk')
    this.#worked.add('finish_bulk')
    return answer
  }

  /** All emails queued so far. @throws {HookError} */
  async emails(): Promise<Email[]> {
    const body = this.#seen(await this.#send('emails'))
    if (!isObject(body) || !Array.isArray(body['emails']))
      throw new HookError('emails', 'it answers no JSON {"emails": […]}')
    this.#worked.add('emails')
    // Whoever reads the mailbox takes from each only what it shows.
    return body['emails'] as Email[]
  }

  async #send(name: HookName, order_id?: number, patch?: OrderPatch): Promise<string> {
    const hook = this.#hooks[name]
    if (!hook) throw new HookError(name, 'the target does not have it')
    if (patch) this.#personal.send(patch, '', Date.now())
    const url = hook.url.replaceAll('{order_id}', String(order_id ?? ''))
    const { status, bytes } = await this.#client.fetchBytes(url, {
      method: hook.method,
      hook: name,
      ...(order_id !== undefined && { order: orderName({ order_id, draft: name === 'edit_draft_order' }) }),
      headers: {
        ...(patch && { 'content-type': CONTENT_TYPES[name] ?? 'application/json' }),
        ...hook.headers,
      },
      ...(patch && { body: JSON.stringify(patch) }),
    })
    if (status < 200 || status > 299) throw new HookError(name, `${hook.method} ${url} answered ${status}`)
    return bytes.toString('utf8')
  }

  /** The answer of a hook as JSON, undefined where it is none. */
  #seen(text: string): unknown {
    const json = parsedAnswer(text)
    this.#personal.see(json, text, Date.now())
    return json
  }
}
