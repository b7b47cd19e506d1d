import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Express } from 'express'
import { keysOf } from '../schemas/tables.ts'
import { BEARER_SAYS, isBearer } from '../schemas/http/bearer.ts'
import { answerUnreadable, READING, withHost } from '../schemas/http/unreadable-request.ts'
import { isLoopback } from '../schemas/journal/callers.ts'
import { maySee, type Access } from './admin/guard.ts'
import { deskOf, type Desk } from './desk/desk.ts'
import { heedful } from './desk/heedful.ts'
import { livingIn } from './desk/living.ts'
import type { Reach } from './desk/target.ts'
import { tellEmail, watchOf } from './desk/watch.ts'
import { BASE_PATH, createMockApp, PARTS, type Answering, type Parts } from './app.ts'
import { limitConnections, portOf } from './connections.ts'
import { isSystemError } from './db/system-error.ts'
import { MockRefused } from './mock-refused.ts'
import type { Mock, MockOptions } from './mock.ts'
import { openMock } from './open-mock.ts'

const ADMIN_PATH = '/__admin'

/** Set to 1 by the kit's own tests: every answer is held to its schema, unless a part is replaced, perhaps to break it. */
const VALIDATE_ANSWERS = 'INVOICING_KIT_VALIDATE_ANSWERS'

/** Milliseconds that an idle connection stays open. Clients close theirs earlier, so no request meets a closed connection. */
const KEPT_IDLE_MS = 65_000

/** How long requests in progress may take when the mock is closed, in milliseconds. */
const GRACE_MS = 2000

/** Options of a mock without a port. */
export interface AppOptions extends MockOptions, Partial<Parts> {
  /** True if download URLs use X-Forwarded-Proto and X-Forwarded-Host. */
  trustProxy?: boolean | undefined
}

/** Options of a mock that listens. */
export interface StartOptions extends AppOptions {
  /** Port. The default is a free one. */
  port?: number | undefined
}

export interface ServeOptions extends AppOptions {
  /** 0 takes a free one. */
  port: number
  host: string
  /** Asked of callers of the admin API. */
  adminToken?: string | undefined
  /** Told of each request in one line. */
  log?: ((line: string) => void) | undefined
}

/** A running mock, with or without a port. */
export interface MockHandle extends Desk {
  /** Ends the mock: it finishes requests in progress, saves all changes, and releases the port and the data directory. */
  close(): Promise<void>
}

/** A mock without a port. */
export interface MockApp extends MockHandle {
  /** Express app, for supertest or to mount in another app. URLs in `target` are paths. */
  app: Express
}

export interface RunningMock extends MockHandle {
  base_url: string
  admin_url: string
  /** The data behind it. */
  mock: Mock
}

/** The mock without a port. */
export async function openApp(options: AppOptions): Promise<MockApp> {
  const mock = await openMock(options)
  const app = await appOf(mock, options, { loopback: true, token: undefined }).app()
  const reach = { base_url: BASE_PATH, admin_url: ADMIN_PATH, token: undefined }
  return Object.assign(
    handle(mock, reach, () => mock.close()),
    { app },
  )
}

/**
 * The mock, listening.
 * @throws MockRefused, DatabaseRefused, DialectError or ScenarioError where it cannot be started as asked
 */
export async function serveMock(options: ServeOptions): Promise<RunningMock> {
  const { host, adminToken: token } = options
  if (!isLoopback(host) && token === undefined)
    throw new MockRefused(
      `Other machines reach --host ${host}: give the admin API a token with --admin-token.`,
    )
  if (token !== undefined && !isBearer(token))
    throw new MockRefused(`The token of the admin API must be ${BEARER_SAYS}.`)
  const mock = await openMock(options)
  const server = createServer(
    { keepAliveTimeout: KEPT_IDLE_MS, ...READING },
    withHost(appOf(mock, options, { loopback: isLoopback(host), token }).listener),
  )
  answerUnreadable(server)
  const close = () => {
    mock.events.close()
    mock.faults.held.release()
    return stop(server).finally(() => mock.close())
  }
  try {
    const origin = await listen(server, options)
    const urls = { base_url: `${origin}${BASE_PATH}`, admin_url: `${origin}${ADMIN_PATH}` }
    return Object.assign(handle(mock, { ...urls, token }, close), { ...urls, mock })
  } catch (error) {
    await mock.close()
    throw error
  }
}

function appOf(mock: Mock, options: AppOptions & Pick<ServeOptions, 'log'>, access: Access): Answering {
  return createMockApp({
    db: mock.db,
    stores: mock.stores,
    faults: mock.faults,
    world: mock.clock,
    dialect: () => mock.dialect,
    // Keys are for those whom the admin API tells them.
    living: async (request) => (maySee(request, access) ? mock.db.turn(() => livingIn(mock)) : null),
    secret: () => mock.secret,
    parts: partsOf(options),
    trustProxy: options.trustProxy ?? false,
    validateAnswers: process.env[VALIDATE_ANSWERS] === '1' && isWhole(options),
    watch: watchOf(mock, options.log),
    onEnd: (ended) => {
      mock.counted.count(ended)
      tellEmail(mock, ended)
    },
    onDownload: (store, fetched) => mock.counted.countDownload(store, fetched),
    mounts: async () => {
      const { createAdmin } = await import('./admin/admin.ts')
      return { [ADMIN_PATH]: createAdmin(mock, access) }
    },
  })
}

function partsOf(given: Partial<Parts>): Parts {
  const { handlers, gates, reply, render, verify } = given
  return {
    handlers: handlers ?? PARTS.handlers,
    gates: gates ?? PARTS.gates,
    reply: reply ?? PARTS.reply,
    render: render ?? PARTS.render,
    verify: verify ?? PARTS.verify,
  }
}

const isWhole = (given: Partial<Parts>): boolean =>
  keysOf(PARTS).every((part) => (given[part] ?? PARTS[part]) === PARTS[part])

function handle(mock: Mock, reach: Reach, end: () => Promise<void>): MockHandle {
  let ended: Promise<void> | undefined
  return Object.assign(heedful(deskOf(mock, reach)), { close: () => (ended ??= end()) })
}

/** The origin at which the server is reached from this machine. */
async function listen(server: Server, { port, host }: ServeOptions): Promise<string> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
    limitConnections(server)
  } catch (error) {
    if (!isSystemError(error)) throw error
    const { code } = error
    throw new MockRefused((named) => sayWhy(code, port, host, named), { cause: error })
  }
  const taken = portOf(server)
  return `http://${urlHost(host)}:${taken}`
}

function sayWhy(code: string, port: number, host: string, named: (option: string) => string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: end what listens there, or choose another with ${named('port')}.`
  if (code === 'EACCES')
    return `Port ${port} is not open to you: choose one above 1023 with ${named('port')}.`
  return `Cannot listen on ${host} (${code}): choose an address of this machine with ${named('host')}.`
}

/** Addresses that mean all of a machine's cannot be called; loopback can. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** Requests in progress are answered, unless they take too long. */
async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  await closed
  clearTimeout(grace)
}
