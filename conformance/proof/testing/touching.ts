import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import { OPERATIONS, type OperationId } from '../../../schemas/operations.ts'
import type { Step } from '../../judge/check.ts'
import type { Place, Touch } from '../../judge/touches.ts'
import { Client } from '../../server/client/client.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'

/** What an operation of the judged store changes when it succeeds. */
function changedBy(operation: OperationId): Place | null {
  if (operation === 'readInvoicePdf') return 'documents'
  if (OPERATIONS[operation].method === 'GET') return null
  if (operation.endsWith('Customer')) return 'customers'
  if (operation.endsWith('Template')) return 'templates'
  return operation === 'updateSettings' ? 'settings' : 'invoices'
}

/** Steps that are watched. */
interface Watched {
  readonly steps: Step[]
  /** By and by, what they change without saying that they touch it. */
  readonly unsaid: Set<string>
  /** No more is watched: to know which step a promise is of makes every promise of the process dearer. */
  end(): void
}

/** The same steps, each of whose requests is known to be its own. */
export function watchedTouches(steps: readonly Step[]): Watched {
  const unsaid = new Set<string>()
  const underWay = new AsyncLocalStorage<Step>()
  const call = Client.prototype.call
  const spy = vi.spyOn(Client.prototype, 'call').mockImplementation(async function (this: Client, ...asked) {
    const exchange = await call.apply(this, asked)
    const step = underWay.getStore()
    if (step && !isSaid(step, exchange)) unsaid.add(`${step.name}: ${exchange.operation}`)
    return exchange
  })
  const watched = steps.map((step): Step => {
    const run: Step['run'] = (by: never) => underWay.run(step, () => step.run(by))
    return Object.assign({ ...step }, { run })
  })
  const end = () => {
    spy.mockRestore()
    underWay.disable()
  }
  return { steps: watched, unsaid, end }
}

/** Ways in which a step writes. */
const WRITING: readonly (Touch | undefined)[] = ['changes', 'uses']

function isSaid({ touches }: Step, exchange: Exchange): boolean {
  const { operation, key } = exchange
  const place = operation && isSuccess(exchange) && key === 'api' ? changedBy(operation) : null
  return touches === undefined || place === null || WRITING.includes(touches[place])
}
