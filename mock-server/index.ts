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

export interface StartedMock extends MockHandle {
  readonly base_url: string
  readonly admin_url: string
}

/**
 * A mock that listens on 127.0.0.1, filled and ready. In memory unless `data` names a directory; prints nothing, sets
 * no signal handlers.
 * @throws an Error that says what would be right, where an option, a scenario or a dialect is wrong or the port is taken
 */
export async function startMock(options: StartOptions = {}): Promise<StartedMock> {
  checkStart('startMock', options)
  return serveMock({ ...options, port: options.port ?? 0, host: '127.0.0.1' })
}

/**
 * A mock without a port: `app` is an Express app, for supertest or to be mounted. To break it on purpose, wrap one of
 * its parts: `createApp({ handlers: { ...PARTS.handlers, readInvoice: forgetful } })`.
 * @throws an Error as `startMock` does
 */
export async function createApp(options: AppOptions = {}): Promise<MockApp> {
  checkApp('createApp', options)
  return openApp(options)
}
