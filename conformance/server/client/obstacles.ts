import { codeOf, messageOf } from '../../../schemas/thrown.ts'
import type { Exchange, SentRequest } from './exchange.ts'

/** Nothing answers at the target, or not in time, or nothing that can be read: an error of the run, never a failure of the server. */
export class Unreachable extends Error {}
/** The connection was lost, or nothing listens now: it may be another time. */
export class Disconnected extends Unreachable {}
/** A gateway answered instead of the service. */
export class Unavailable extends Disconnected {
  readonly answer: Exchange
  /** True if the same request was refused before, so that the service itself may refuse it. */
  readonly isRepeated: boolean

  constructor(message: string, answer: Exchange, isRepeated = false) {
    super(message)
    this.answer = answer
    this.isRepeated = isRepeated
  }
}
/** A gateway refuses access. */
export class Blocked extends Unavailable {}
/** The permissions of the target do not cover a request: it was not sent, and its part of the check is left out. */
export class NotPermitted extends Error {}
/** The run was interrupted, or its time is up. */
export class Stopped extends Error {}

/** The answer did not come, or not to its end, within patience. */
export class OutOfPatience extends Error {
  constructor(patience_ms: number) {
    super(`no whole answer came within ${patience_ms / 1000} s (patience_seconds of the target)`)
  }
}

/** An answer that is too much to be read, or not what it says it is. */
export class Unreadable extends Error {}

/** A request that was not sent. */
export class NotAsked extends Error {
  constructor() {
    super('not sent, since others like it had no answer in time')
  }
}

/** Why a request was not answered, in words for the person who aimed it. */
export function whyUnanswered(error: unknown, { method, url }: SentRequest): Unreachable {
  const Kind = LOST.test(codeOf(error)) ? Disconnected : Unreachable
  return new Kind(`${method} ${url}: ${inWords(error, new URL(url))}`, { cause: error })
}

const LOST = /^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/

function inWords(error: unknown, url: URL): string {
  if ([OutOfPatience, Unreadable, NotAsked].some((own) => error instanceof own)) return messageOf(error)
  const code = codeOf(error) || nameOf(error)
  const words = WORDS.find(([codes]) => codes.test(code))?.[1](url)
  return words ?? (messageOf(error) || code)
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** By the codes of Node, OpenSSL, undici and its HTTP parser. */
const WORDS: readonly [codes: RegExp, words: (url: URL) => string][] = [
  [
    /^ECONNREFUSED$/,
    ({ host }) => `nothing listens at ${host} (connection refused): is the service running?`,
  ],
  [/^ENOTFOUND$/, ({ hostname }) => `there is no host ${hostname}: is the name right?`],
  [/^EAI_/, ({ hostname }) => `the name ${hostname} could not be looked up: does DNS work here?`],
  [/^(EHOST|ENET)/, ({ host }) => `there is no way to ${host} from here`],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    ({ host }) => `${host} took no connection: is the address right, and open from here?`,
  ],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, () => 'the connection was closed before the answer was whole'],
  [
    /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL))$/,
    ({ host }) => `${host} answers no TLS on that port: try http://`,
  ],
  [/SELF_SIGNED/, () => `its certificate is self-signed: ${TRUST}`],
  [/^UNABLE_TO_(VERIFY|GET)/, () => `its certificate is of an authority that is not known here: ${TRUST}`],
  [/^CERT_HAS_EXPIRED$/, () => 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, () => 'its certificate is not yet valid: is the clock right?'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, ({ hostname }) => `its certificate is not for ${hostname}`],
  [/CERT|TLS|SSL/, () => 'the TLS connection failed'],
  [
    /^HPE_|^HTTPParserError$/,
    ({ protocol }) => `what it answers is no HTTP${protocol === 'http:' ? ': is it https://?' : ''}`,
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, () => 'the headers of the answer are longer than 16 KB'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, () => TOO_MUCH],
]

const TRUST = 'name a file with its authority in NODE_EXTRA_CA_CERTS'

/** A longer answer is broken off, before it is unpacked and after. */
export const MOST_BYTES = 32 * 2 ** 20
export const TOO_MUCH = `the answer is longer than ${MOST_BYTES / 2 ** 20} MB, which is more than is read`
