import { checkApp, checkStart } from './check-options.ts'
import {
  openApp,
  serveMock,
  type AppOptions,
  type MockApp,
  type MockHandle,
  type StartOptions,
} from './serve.ts'

export { coveragePage } from '../schemas/coverage/page.ts'
export { coverageTable } from '../schemas/coverage/table.ts'
export { PARTS, type Parts } from './app.ts'
export type { ClockHand } from './desk/clock-hand.ts'
export type { Desk } from './desk/desk.ts'
export type { PlatformOrders } from './desk/orders.ts'
export type { SeenViolation } from './desk/requests.ts'
export type { RequestFilter } from '../schemas/journal/requests.ts'
export type { AppOptions, MockApp, StartOptions }

/** A mock that listens. */
export interface StartedMock extends MockHandle {
  /** Address of the API: `http://127.0.0.1:4010/api/v1/external`. */
  readonly base_url: string
  /** Address of the admin API: `http://127.0.0.1:4010/__admin`. */
  readonly admin_url: string
}

/**
 * Starts a mock that listens on 127.0.0.1. The promise resolves when the mock is ready. The data is in memory, unless
 * `data` or `database` is given. The mock prints nothing and sets no signal handlers.
 * @throws Error that names the mistake in an option, a scenario or a dialect, or the port that is in use
 */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  checkStart('startMock', options)
  return serveMock({ ...options, port: options.port ?? 0, host: '127.0.0.1' })
}

/**
 * Creates a mock without a port. Its `app` is an Express app, for supertest or to mount in another app. To break the
 * mock on purpose, wrap one of its parts: `createApp({ handlers: { ...PARTS.handlers, readInvoice: forgetful } })`.
 * @throws an Error as `startMock` does
 */
export async function createApp(options: AppOptions = {}): Promise<MockApp> {
  checkApp('createApp', options)
  return openApp(options)
}
