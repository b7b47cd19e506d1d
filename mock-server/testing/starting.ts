import { afterEach } from 'vitest'
import { startMock, type StartedMock, type StartOptions } from './engine.ts'

/** What starts mocks with these options, if a test gives no others; each is closed when its test is over. */
export function startingWith(usual: StartOptions): (options?: StartOptions) => Promise<StartedMock> {
  const open: StartedMock[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((mock) => mock.close()))
  })
  return async (options = {}) => {
    const mock = await startMock({ ...usual, ...options })
    open.push(mock)
    return mock
  }
}
