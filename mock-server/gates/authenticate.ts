import { Refusal } from '../refusal.ts'
import { settingOf } from '../store/own.ts'
import type { Exchange } from '../exchange.ts'
import type { Gate, StoreDirectory } from './gate.ts'

/** The key names the store; a missing or unknown one is unauthorized (specification §5.3, §5.5). */
export const authenticate: Gate = {
  name: 'authenticate',
  pass(exchange, stores) {
    const key = String(exchange.http.headers['x-auth-token'] ?? '')
    return stores.prepare(key)?.then(() => identify(exchange, stores, key)) ?? identify(exchange, stores, key)
  },
}

function identify(exchange: Exchange, stores: StoreDirectory, key: string): void {
  const store = stores.byKey(key)
  if (!store) throw new Refusal('unauthorized')
  // From here on the store's own clock and dialect hold, where it has some.
  const { world, dialect: answers } = settingOf(store, exchange)
  const dialect = answers === exchange.dialect ? answers : exchange.questions.noting(answers)
  Object.assign(exchange, { world, dialect })
  exchange.context = {
    store,
    world,
    dialect,
    nextId: () => stores.nextId(dialect['format.ids'], store.record.id),
  }
}
