import type { Request, Response } from 'express'
import { AdminError } from '../desk/admin-error.ts'
import { storeNamed } from '../desk/store-named.ts'
import type { Reach } from '../desk/target.ts'
import type { Mock } from '../mock.ts'
import type { Store } from '../store/store.ts'
import type { Shape } from './shape.ts'

/** A request that passed the guard. */
export interface AdminRequest {
  mock: Mock
  params: Record<string, string>
  query: Record<string, unknown>
  /** What the JSON body said; an empty object where there was none. */
  body: Record<string, unknown>
  /** The body as it was sent, and what it was said to be; for routes that read it themselves. */
  text: string
  /** A large body, as it came; its text is empty then. */
  pieces?: readonly Buffer[] | undefined
  contentType: string
  /** The media types that the caller wants, as the header says it. */
  accept: string
  /** Where the caller reached the mock. */
  reach: Reach
}

/** An answer that is no JSON: a table for a terminal, a page. */
export class TextAnswer {
  readonly type: string
  readonly text: string | Iterable<string>

  /**
   * @param type media type with its charset
   * @param text in pieces where it is large: each is made when it can be sent
   */
  constructor(type: string, text: string | Iterable<string>) {
    this.type = type
    this.text = text
  }
}

/** An answer of the shape that a success has, with the status 503: what it tells of cannot be had now. */
export class Unavailable {
  readonly answer: object

  constructor(answer: object) {
    this.answer = answer
  }
}

/** One request that the admin API takes. */
interface Route {
  method: 'get' | 'put' | 'patch' | 'post' | 'delete'
  /** Below the admin API: `/stores/:store`. */
  path: string
  summary: string
  /** The JSON body. Left out, none is taken. */
  takes?: Shape
  /** Where the answer reads the body itself: it need not be JSON then, and may be as large as a whole mock where it says so. */
  reads?: 'text' | 'large text'
  /** Parameters of the query, each with what it does. Left out, none. */
  query?: Readonly<Record<string, string>>
  /** Status of a success; left out, 200, or 204 where nothing is answered. */
  status?: number
  /** The answer's JSON. Left out, none. */
  answers?: Shape
  /** When the same shape is answered with 503. Left out, never. */
  unavailable?: string
}

export interface JsonRoute extends Route {
  /** Asks of the traffic, which is that of all mocks that share the data. */
  ofTraffic?: true
  /** Asks nothing of the data, so it is answered while that cannot be had. */
  anyway?: true
  /** The answer's JSON, a `TextAnswer` or `Unavailable`; undefined answers nothing. */
  answer(request: AdminRequest): unknown
}

/** One that goes on answering as long as the caller listens. */
export interface StreamRoute extends Route {
  stream(mock: Mock, request: Request, response: Response): void
}

export type AdminRoute = JsonRoute | StreamRoute

/** The store that the path names. */
export const storeOf = ({ mock, params }: Pick<AdminRequest, 'mock' | 'params'>): Store =>
  storeNamed(mock, params.store ?? '')

/** The text of a query parameter; undefined where it is not given. */
export function queryText(query: AdminRequest['query'], name: string): string | undefined {
  const value = query[name]
  if (value === undefined || typeof value === 'string') return value
  throw new AdminError(400, `Give ${name} once.`)
}
