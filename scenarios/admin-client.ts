import { BEARER_SAYS, isBearer } from '../schemas/http/bearer.ts'
import { hasFields } from '../schemas/tables.ts'
import { codeOf, messageOf } from '../schemas/thrown.ts'

/** Where a mock's admin API is unless it is said. */
export const DEFAULT_ADMIN_URL = 'http://127.0.0.1:4010/__admin'

/** Holds another place for it. */
export const URL_VARIABLE = 'INVOICING_ADMIN_URL'

/** Holds the token of an admin API that asks for one. */
export const TOKEN_VARIABLE = 'INVOICING_KIT_ADMIN_TOKEN'

/** Below it lies what clients call, beside the admin API. */
const API_PATH = '/api/v1/external'

/** A mock could not be asked, or said no; the message is one line for people and says what to do. */
export class MockUnwilling extends Error {}

/** The admin API of a mock in another process. */
export class AdminClient {
  readonly #url: string

  /** @throws MockUnwilling for what is no such address */
  constructor(url: string) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw new MockUnwilling(
        `--url must be the address of an admin API, such as ${DEFAULT_ADMIN_URL}, and is "${url}".`,
      )
    const path = parsed.pathname.replace(/\/+$/, '')
    this.#url = `${parsed.origin}${path === '' ? '/__admin' : path}`
  }

  get url(): string {
    return this.#url
  }

  /** A good answer, its body still to be read. @throws MockUnwilling */
  async ask(method: string, path: string, body?: string): Promise<Response> {
    const token = process.env[TOKEN_VARIABLE]
    if (token && !isBearer(token))
      throw new MockUnwilling(`The token in ${TOKEN_VARIABLE} must be ${BEARER_SAYS}.`)
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = await this.#reach(path, { method, headers, body: body ?? null, redirect: 'manual' })
    if (answer.ok) return answer
    throw new MockUnwilling(await this.#refusal(answer))
  }

  async #reach(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#url}${path}`, request)
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      throw new MockUnwilling(
        `No mock can be reached at ${this.#url} (${codeOf(cause) || messageOf(cause)}): start one with \`invoicing-kit mock\`, or say with --url where its admin API is.`,
        { cause: error },
      )
    }
  }

  async #refusal(answer: Response): Promise<string> {
    const said = await answer.text().catch(() => '')
    const [before, after] = this.#url.split(API_PATH)
    if (after !== undefined)
      return `${this.#url} is the address of the API that clients call: say with --url where the admin API is, such as ${before}/__admin.`
    if (answer.status === 401)
      return `The mock at ${this.#url} asks for its admin token, and ${process.env[TOKEN_VARIABLE] ? 'has another' : 'got none'}: put it into ${TOKEN_VARIABLE}.`
    const error = errorIn(said)
    return (
      error ??
      `What answers at ${this.#url} (status ${answer.status}) is no admin API of a mock: say with --url where that is.`
    )
  }
}

function errorIn(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return hasFields(body) && typeof body['error'] === 'string' ? body['error'] : undefined
  } catch {
    return undefined
  }
}
