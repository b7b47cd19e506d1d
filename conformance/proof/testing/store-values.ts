import type { StartedMock } from '../../../mock-server/index.ts'
import { PERSONAL_FIELDS } from '../../../schemas/personal-fields.ts'
import { escaped } from '../../../schemas/printing/escape.ts'
import { hasFields } from '../../../schemas/tables.ts'

/** Personal values that a store of a mock holds, read without the suite. */
export class StoreValues {
  /** Values, each with the field that holds it. */
  readonly values = new Map<string, string>()
  #settings = ''

  static async of({ base_url, target, orders }: StartedMock): Promise<StoreValues> {
    const store = new StoreValues()
    const headers = { 'x-auth-token': target.api_key }
    const read = async (path: string): Promise<Record<string, unknown>> =>
      Object(await (await fetch(`${base_url}${path}`, { headers })).json())
    const [invoices, customers] = [
      await read('/invoices?per_page=250'),
      await read('/customers?per_page=250'),
    ]
    for (const list of [invoices, customers, orders().list()]) store.#note(list)
    for (const { slug } of items(invoices['invoices'])) store.#note(await read(`/invoices/${String(slug)}`))
    for (const { id } of items(customers['customers'])) store.#note(await read(`/customers/${String(id)}`))
    store.#settings = JSON.stringify(await read('/settings'))
    return store
  }

  /** The values that stand in a text: as whole words where nothing else could mean them, the others in their fields. */
  foundIn(text: string): string[] {
    return [...this.values].flatMap(([value, field]) =>
      (this.#isTelling(value) && isWordIn(text, value)) || isMemberIn(text, field, value) ? [value] : [],
    )
  }

  /** False for what is short, for what an id could equal, and for what the settings of the store hold as well. */
  #isTelling(value: string): boolean {
    return value.length >= 4 && !/^[\d\s-]+$/.test(value) && !this.#settings.includes(value)
  }

  #note(value: unknown): void {
    for (const [name, item] of Object.entries(Object(value))) {
      if (typeof item === 'object') this.#note(item)
      else if (PERSONAL_FIELDS.has(name) && typeof item === 'string' && item.trim() !== '')
        this.values.set(item, name)
    }
  }
}

const items = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((item) => hasFields(item)) : []

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`
const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

function isWordIn(text: string, value: string): boolean {
  const forms = [value, JSON.stringify(value).slice(1, -1), escaped(value), encodeURIComponent(value)]
  return forms.some((form) => new RegExp(`(?<!${LETTER})${literally(form)}(?!${LETTER})`, 'u').test(text))
}

function isMemberIn(text: string, field: string, value: string): boolean {
  const member = JSON.stringify({ [field]: value }).slice(1, -1)
  const forms = [member, JSON.stringify(member).slice(1, -1), escaped(member)]
  return forms.some((form) => text.includes(form))
}
