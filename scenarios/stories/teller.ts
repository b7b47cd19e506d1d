import type { Permission } from '../../schemas/permissions.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { match } from '../../schemas/match.ts'
import { OPERATIONS, type Operation } from '../../schemas/operations.ts'
import { messageOf } from '../../schemas/thrown.ts'
import type {
  BulkActionResponse,
  InvoiceDetail,
  InvoicePdf,
  InvoicesResponse,
  RateLimitedError,
  TargetFile,
  TemplateResponse,
  TemplatesResponse,
} from '../../schemas/types.ts'
import type { Target } from './target.ts'

/** Where a story is told: lines of it, and why it ended early. */
export interface Told {
  out(line: string): void
  err(line: string): void
}

/** All that answers may hold: a story takes out of it what its request is answered with. */
type Body = BulkActionResponse &
  InvoicesResponse &
  RateLimitedError &
  TemplateResponse &
  TemplatesResponse & { invoice: InvoiceDetail & InvoicePdf }

export interface Answer extends Omit<Response, 'json'> {
  json(): Promise<Body>
}

/** What a hook of the target does, as the permissions name it. */
const HOOK_NEEDS: Record<keyof NonNullable<TargetFile['hooks']>, Permission> = {
  edit_order: 'orders',
  edit_draft_order: 'orders',
  create_order: 'orders',
  create_draft_order: 'orders',
  read_order: 'orders',
  delete_order: 'orders',
  finish_bulk: 'bulk',
  emails: 'email',
}

/** Signs of a body that are printed. */
const SHOWN = 160

/** Sends what a story sends, keeps to what is permitted, and prints both sides; keys and signatures never. */
export class Teller {
  readonly #target: Target
  readonly #told: Told

  constructor(target: Target, told: Told) {
    this.#target = target
    this.#told = told
  }

  readonly means = {
    fetch: (url: string, request: RequestInit = {}): Promise<Answer> => this.#fetch(url, request),
    step: (what: string): void => this.#told.out(`\n${what}`),
    check: (isSo: boolean, what: string): void => {
      if (!isSo) throw new Error(`it is not so: ${what}`)
      this.#told.out(`  ✓ ${what}`)
    },
  }

  async #fetch(url: string, request: RequestInit): Promise<Answer> {
    const { method = 'GET', body } = request
    this.#permit(method, url)
    this.#told.out(
      `  ${method} ${this.#shown(`${this.#place(url)} ${typeof body === 'string' ? body : ''}`)}`,
    )
    const answer = await this.#sent(url, request)
    const isText = /json|text/.test(answer.headers.get('content-type') ?? '')
    const what = isText ? await answer.clone().text() : (answer.headers.get('content-type') ?? '')
    this.#told.out(`  ${answer.status} ${this.#shown(what)}`)
    // It holds what the contract says, or the story finds out that it does not.
    return answer as Answer
  }

  /** No redirect is followed: it would take the key along. */
  async #sent(url: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(url, { redirect: 'manual', ...request })
    } catch (error) {
      const why = error instanceof Error && error.cause ? error.cause : error
      throw new UsageError(`cannot reach ${new URL(url).origin}: ${messageOf(why)}`)
    }
  }

  #permit(method: string, url: string): void {
    if (method === 'GET') return
    const needed = this.#permissionFor(method, url)
    if (needed !== undefined && this.#target.allowed.has(needed)) return
    const why = needed === undefined ? 'is nothing that --allow could permit' : `needs --allow ${needed}`
    throw new UsageError(`${method} ${this.#place(url)} ${why}`)
  }

  #permissionFor(method: string, url: string): Permission | undefined {
    const { base_url, hooks = {} } = this.#target.file
    if (url.startsWith(`${base_url}/`)) {
      const found = match(method, new URL(url).pathname.slice(new URL(base_url).pathname.length))
      const operation: Operation | null = found && OPERATIONS[found.operation]
      return operation?.permission
    }
    const isHook = (hook: { url: string } | undefined) =>
      hook !== undefined && url.startsWith(hook.url.split('{order_id}')[0] ?? hook.url)
    const names = Object.keys(HOOK_NEEDS) as (keyof typeof HOOK_NEEDS)[] // its keys are these
    const name = names.find((each) => isHook(hooks[each]))
    return name && HOOK_NEEDS[name]
  }

  /** A URL without what every request begins with, or what signs it. */
  #place(url: string): string {
    const { base_url } = this.#target.file
    if (url.startsWith(`${base_url}/`)) return url.slice(base_url.length)
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`
  }

  #shown(text: string): string {
    const { api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key } = this.#target.file
    const keys = [api_key, other_store_api_key, free_plan_api_key, rate_limited_api_key]
    const masked = keys.reduce<string>((shown, key) => (key ? shown.replaceAll(key, '***') : shown), text)
    const line = masked
      .replaceAll(/([?&](?:signature|sig|token)=)[^"&\s]+/gi, '$1***')
      .replaceAll(/\s+/g, ' ')
    return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line.trim()
  }
}
