import { openApp, serveMock, type AppOptions, type MockApp, type MockHandle } from './serve.ts'

export { PARTS, type Parts } from './app.ts'
export type { AppOptions, MockApp }

export interface StartOptions extends AppOptions {
  /** Left out, a free one. */
  port?: number
}

export interface StartedMock extends MockHandle {
  readonly base_url: string
  readonly admin_url: string
}

/**
 * A mock that listens on 127.0.0.1, filled and ready. In memory unless `data` names a directory; prints nothing, sets
 * no signal handlers.
 */
export function startMock({ port = 0, ...options }: StartOptions = {}): Promise<StartedMock> {
  return serveMock({ ...options, port, host: '127.0.0.1' })
}

/**
 * A mock without a port: `app` is an Express app, for supertest or to be mounted. To break it on purpose, wrap one of
 * its parts: `createApp({ handlers: { ...PARTS.handlers, readInvoice: forgetful } })`.
 */
export function createApp(options: AppOptions = {}): Promise<MockApp> {
  return openApp(options)
}
