import type { OperationId } from '../../../schemas/operations.ts'
import { check } from '../../judge/check.ts'
import type { Call } from '../../server/client/client.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { records } from '../../server/store/inventory.ts'
import { idIn, LimitedStore, type OwnRecord } from './own-records.ts'
import { isLimited, lastSettings, limited, spend, waitUntilServed } from './spend.ts'
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
export const noEffect = check('rate.limited-no-effect', {
  name: 'writes beyond the rate limit',
  async run(law: Law) {
    const store = new LimitedStore(law)
    try {
      const customer = await store.own('customer')
      const writes = await writesOf(law, store, await store.own('template'), customer)
      await limited(law)
      const answers = await Promise.all(writes.map(({ operation, call }) => spend(law, operation, call)))
      await undoServed(law, store, answers)
      if (!answers.some((answer) => isLimited(law, answer)))
        law.notExercised('the window ended before the writes came')
      if (!(await waitUntilServed(law))) law.notExercised('the rate-limited store is not served again')
      await judgeWrites(law, writes, answers, customer)
    } finally {
      await store.clear()
    }
  },
})

async function writesOf(
  law: Law,
  store: LimitedStore,
  template: OwnRecord | null,
  customer: OwnRecord | null,
): Promise<Write[]> {
  const mark = markOf(law)
  const undone = (shown: Exchange) => !shown.response.text.includes(mark)
  const input = await store.input('customer', { email: emailOf(law), last_name: mark })
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
    ...(template ? templateWrites(template, `Changed ${law.marker}`) : []),
    ...(customer ? customerWrites(customer, `Changed ${law.marker}`) : []),
  ]
}

const markOf = ({ session }: Law) => `Beyond ${session.marker}`
const emailOf = ({ session }: Law) => `beyond.${session.marker}@example.com`

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
const places = (law: Law, customer: OwnRecord | null) => ({
  settings: () => law.call('readSettings', { key }),
  found: () => law.call('listCustomers', { query: { search: emailOf(law) }, key }),
  templates: () => law.call('listTemplates', { key }),
  customer: () => law.call('readCustomer', { params: { id: customer?.id ?? 0 }, key }),
})

async function judgeWrites(
  law: Law,
  writes: readonly Write[],
  answers: readonly Exchange[],
  customer: OwnRecord | null,
): Promise<void> {
  const look = places(law, customer)
  const seen = new Map<Write['place'], Exchange>()
  for (const [index, { operation, place, undone }] of writes.entries()) {
    const write = answers[index]!
    if (!isLimited(law, write)) continue
    const shown = seen.get(place) ?? (await look[place]())
    seen.set(place, shown)
    if (!isSuccess(shown) && operation !== 'deleteCustomer') continue
    law.judge(undone(shown), {
      message: `${operation} was answered rate-limited and carried out`,
      expected: 'nothing changed',
      exchanges: [write, shown],
    })
  }
}

/** Writes that came through because the window had just ended are taken back. */
async function undoServed(law: Law, store: LimitedStore, answers: readonly Exchange[]): Promise<void> {
  for (const answer of answers.filter(isSuccess)) {
    if (answer.operation === 'updateSettings') await putFooterBack(law)
    for (const kind of ['template', 'customer'] as const) {
      const id = answer.params['id'] === undefined ? idIn(answer, kind) : undefined
      if (id !== undefined) await store.remove(kind, id)
    }
    if (answer.operation === 'deleteTemplate') store.gone('template')
    if (answer.operation === 'deleteCustomer') store.gone('customer')
  }
}

async function putFooterBack(law: Law): Promise<void> {
  const last = lastSettings(law)
  const settings = last && member(last, 'settings')
  const footer_message = (isObject(settings) ? settings['footer_message'] : undefined) ?? ''
  await law.call('updateSettings', { body: { settings: { footer_message } }, key })
}
