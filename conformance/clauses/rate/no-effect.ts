import type { OperationId } from '../../../schemas/operations.ts'
import type { Check } from '../../judge/check.ts'
import type { Call } from '../../server/client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { records } from '../../server/store/inventory.ts'
import { idIn, LimitedStore, type OwnRecord } from './own-records.ts'
import { isLimited, lastSettings, limited, spend, waitUntilServed } from './spend.ts'

const CLAUSE = 'rate.limited-no-effect'
const key = 'rate_limited'

/** A write beyond the limit, and where it would show. */
interface Write {
  operation: OperationId
  call: Call
  place: keyof ReturnType<typeof places>
  /** Whether the answer there shows that nothing was done. */
  undone(shown: Exchange): boolean
}

/** rate.limited-no-effect: each kind of write beyond the limit, on records of the run's own, and what it would have changed. */
export const noEffect: Check = {
  name: 'writes beyond the rate limit',
  clauses: [CLAUSE],
  async run(trial: Trial) {
    const store = new LimitedStore(trial)
    try {
      const customer = await store.own('customer')
      const writes = await writesOf(trial, store, await store.own('template'), customer)
      await limited(trial)
      const answers = await Promise.all(writes.map(({ operation, call }) => spend(trial, operation, call)))
      await undoServed(trial, store, answers)
      if (!answers.some((answer) => isLimited(trial, answer)))
        trial.notExercised('the window ended before the writes came')
      if (!(await waitUntilServed(trial))) trial.notExercised('the rate-limited store is not served again')
      await judgeWrites(trial, writes, answers, customer)
    } finally {
      await store.clear()
    }
  },
}

async function writesOf(
  trial: Trial,
  store: LimitedStore,
  template: OwnRecord | null,
  customer: OwnRecord | null,
): Promise<Write[]> {
  const mark = markOf(trial)
  const undone = (shown: Exchange) => !shown.response.text.includes(mark)
  const input = await store.input('customer', { email: emailOf(trial), last_name: mark })
  const named = { ...(await store.input('template')), name: mark }
  return [
    {
      operation: 'updateSettings',
      call: { body: { settings: { footer_message: mark } } },
      place: 'settings',
      undone,
    },
    { operation: 'createCustomer', call: { body: { customer: input } }, place: 'found', undone },
    { operation: 'createTemplate', call: { body: { template: named } }, place: 'templates', undone },
    ...(template ? templateWrites(template, `Changed ${trial.session.marker}`) : []),
    ...(customer ? customerWrites(customer, `Changed ${trial.session.marker}`) : []),
  ]
}

const markOf = ({ session }: Trial) => `Beyond ${session.marker}`
const emailOf = ({ session }: Trial) => `beyond.${session.marker}@example.com`

function templateWrites({ id, input }: OwnRecord, name: string): Write[] {
  const params = { id }
  return [
    {
      operation: 'updateTemplate',
      call: { params, body: { template: { ...input, name } } },
      place: 'templates',
      undone: (shown) => !shown.response.text.includes(name),
    },
    {
      operation: 'deleteTemplate',
      call: { params },
      place: 'templates',
      undone: (shown) => records<{ id: number }>(shown, 'templates').some((one) => one.id === id),
    },
  ]
}

function customerWrites({ id, input }: OwnRecord, last_name: string): Write[] {
  const params = { id }
  return [
    {
      operation: 'updateCustomer',
      call: { params, body: { customer: { ...input, last_name } } },
      place: 'customer',
      undone: (shown) => !shown.response.text.includes(last_name),
    },
    { operation: 'deleteCustomer', call: { params }, place: 'customer', undone: isSuccess },
  ]
}

/** Where writes show; a customer is searched by a whole value, as that is what a search may match. */
const places = (trial: Trial, customer: OwnRecord | null) => ({
  settings: () => trial.call('readSettings', { key }),
  found: () => trial.call('listCustomers', { query: { search: emailOf(trial) }, key }),
  templates: () => trial.call('listTemplates', { key }),
  customer: () => trial.call('readCustomer', { params: { id: customer?.id ?? 0 }, key }),
})

async function judgeWrites(
  trial: Trial,
  writes: readonly Write[],
  answers: readonly Exchange[],
  customer: OwnRecord | null,
): Promise<void> {
  const look = places(trial, customer)
  const seen = new Map<Write['place'], Exchange>()
  for (const [index, { operation, place, undone }] of writes.entries()) {
    const write = answers[index]!
    if (!isLimited(trial, write)) continue
    const shown = seen.get(place) ?? (await look[place]())
    seen.set(place, shown)
    if (!isSuccess(shown) && operation !== 'deleteCustomer') continue
    trial.judge(CLAUSE, undone(shown), {
      message: `${operation} was answered rate-limited and carried out`,
      expected: 'nothing changed',
      exchanges: [write, shown],
    })
  }
}

/** Writes that came through because the window had just ended are taken back. */
async function undoServed(trial: Trial, store: LimitedStore, answers: readonly Exchange[]): Promise<void> {
  for (const answer of answers.filter(isSuccess)) {
    if (answer.operation === 'updateSettings') await putFooterBack(trial)
    for (const kind of ['template', 'customer'] as const) {
      const id = answer.params['id'] === undefined ? idIn(answer, kind) : undefined
      if (id !== undefined) await store.remove(kind, id)
    }
    if (answer.operation === 'deleteTemplate') store.gone('template')
    if (answer.operation === 'deleteCustomer') store.gone('customer')
  }
}

async function putFooterBack(trial: Trial): Promise<void> {
  const last = lastSettings(trial)
  const settings = last && member(last, 'settings')
  const footer_message = (isObject(settings) ? settings['footer_message'] : undefined) ?? ''
  await trial.call('updateSettings', { body: { settings: { footer_message } }, key })
}
