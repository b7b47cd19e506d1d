import type { OperationId } from '../../../../schemas/operations.ts'
import type { Call } from '../call.ts'
import type { SentRequest } from '../exchange.ts'
import { parsedJson } from '../json.ts'
import type { HookName } from '../../target.ts'

/** A request before it is sent, as the rules of the permissions see it. */
export type Outgoing = ApiRequest | HookRequest | DownloadRequest

/** A request to the API. `operation` is null for a path that no operation has. */
export interface ApiRequest {
  readonly to: 'api'
  readonly operation: OperationId | null
  readonly call: Call
  readonly request: SentRequest
}

/** A request to what lies behind the service. `body` is the patch or the order that the hook is given. */
export interface HookRequest {
  readonly to: 'hook'
  readonly hook: HookName
  /** The order that the hook is about: `order 5` or `draft 5`; null for none. */
  readonly order: string | null
  readonly body: unknown
  readonly request: SentRequest
}

/** A request to an address beside the API: a hook, or a download if no hook is named. */
export interface OtherRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
  hook?: HookName
  /** The order that the hook is about: `order 5` or `draft 5`. */
  order?: string
}

/** The request to a hook or a download URL. */
export function outgoingOf(url: string, other: OtherRequest): HookRequest | DownloadRequest {
  const { method = 'GET', headers = {}, body = null, hook, order = null } = other
  const request = { method, url, headers, body }
  return hook === undefined
    ? { to: 'download', request }
    : { to: 'hook', hook, order, body: parsedJson(body ?? ''), request }
}

/** A request for a document by its download URL. */
export interface DownloadRequest {
  readonly to: 'download'
  readonly request: SentRequest
}
