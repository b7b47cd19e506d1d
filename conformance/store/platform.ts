import type { Client } from '../client/client.ts'
import { isObject } from '../client/exchange.ts'
import type { HookName, Target } from '../target.ts'

/** A hook of the target did not do its work: an error of the run, never a failure of the server. */
export class HookError extends Error {}

/** An email as the hook `emails` shows it. */
export interface Email {
  to: string
  slug: string
  template_id: number | null
  queued_at: string
}

/** What a patch of a platform order may hold; lines and taxes among it, but no total: those are the platform's. */
export type OrderPatch = { [field: string]: unknown }

/** The target's hooks: what lies behind the service. */
export class Platform {
  readonly #client: Client
  readonly #target: Target

  constructor(client: Client) {
    this.#client = client
    this.#target = client.target
  }

  has(hook: HookName): boolean {
    return this.#target.hooks[hook] !== undefined
  }

  /** Edits the order (or draft order) by a JSON merge patch. @throws {HookError} */
  async edit(order_id: number, draft: boolean, patch: OrderPatch): Promise<void> {
    await this.#send(draft ? 'edit_draft_order' : 'edit_order', order_id, patch)
  }

  /** Deletes the order on the platform. @throws {HookError} */
  async deleteOrder(order_id: number): Promise<void> {
    await this.#send('delete_order', order_id)
  }

  /** Returns when the bulk action in progress has ended. @throws {HookError} */
  async finishBulk(): Promise<void> {
    await this.#send('finish_bulk')
  }

  /** All emails queued so far. @throws {HookError} */
  async emails(): Promise<Email[]> {
    const text = await this.#send('emails')
    const body: unknown = JSON.parse(text)
    if (!isObject(body) || !Array.isArray(body['emails']))
      throw new HookError('hook emails: no {"emails": […]} came back')
    return body['emails'] as Email[]
  }

  async #send(name: HookName, order_id?: number, patch?: OrderPatch): Promise<string> {
    const hook = this.#target.hooks[name]
    if (!hook) throw new HookError(`the target has no hook ${name}`)
    const url = hook.url.replaceAll('{order_id}', String(order_id ?? ''))
    const { status, bytes } = await this.#client.fetchBytes(url, {
      method: hook.method,
      headers: { ...(patch && { 'content-type': 'application/merge-patch+json' }), ...hook.headers },
      ...(patch && { body: JSON.stringify(patch) }),
    })
    if (status < 200 || status > 299)
      throw new HookError(`hook ${name}: ${hook.method} ${url} answered ${status}`)
    return bytes.toString('utf8')
  }
}
