import type { Mock } from '../mock.ts'
import type { Context } from '../rules/context.ts'
import { settingOf } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'

/** The store of that name. @throws AdminError 404, with the names that there are */
export function storeNamed(mock: Mock, name: string): Store {
  const store = mock.stores.byName(name)
  if (store) return store
  const names = mock.stores.records().map((record) => record.name)
  throw new AdminError(404, `There is no store "${name}". There are: ${names.join(', ') || 'none'}.`)
}

/** The store of that name, or all of them. */
export function storesNamed(mock: Mock, name: string | undefined): Store[] {
  const names = name === undefined ? mock.stores.records().map((record) => record.name) : [name]
  return names.map((each) => storeNamed(mock, each))
}

/** The store that examples use: the first on a paid plan. @throws AdminError 404 where there is none */
export function mainStore(mock: Mock): Store {
  const paid = mock.stores.records().find(({ plan }) => plan === 'paid')
  if (paid === undefined) throw new AdminError(404, 'The scenario has no store on a paid plan.')
  return storeNamed(mock, paid.name)
}

/** A store for rules, with the clock and the dialect that hold for it. */
export function contextFor(mock: Mock, store: Store): Context {
  const { clock: world, dialect, stores } = mock
  const setting = settingOf(store, { world, dialect })
  return { store, ...setting, nextId: () => stores.nextId(setting.dialect['format.ids'], store.record.id) }
}
