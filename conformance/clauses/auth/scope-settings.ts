import { type Check, check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Fields } from '../records/record-kind.ts'
import { puttingBack, remember } from '../settings/change.ts'
import { changeable } from '../settings/fields.ts'
import { sameStated } from '../stated-fields.ts'

/** auth.scope-settings: all settings that may be changed are, in the judged store; the other store's stay. */
const all = check('auth.scope-settings', {
  name: 'settings of two stores',
  run: (law) =>
    puttingBack(law, async () => {
      const [own, theirs] = [await settingsOf(law, 'api'), await settingsOf(law, 'other_store')]
      const patch = patchOf(law, own.shown, theirs.shown)
      remember(law, own.shown, Object.keys(patch))
      const changes = await changed(law, patch)
      if (changes.length === 0) law.notExercised('the server refused a change of its settings')
      judgeSame(law, theirs.exchange, changes, await law.call('readSettings', { key: 'other_store' }))
    }),
})

/** The other way round a text at the foot is enough: whoever shares one shares it both ways. */
const footer = check('auth.scope-settings', {
  name: "the footer of another store's invoices",
  async run(law) {
    const [own, theirs] = [await settingsOf(law, 'api'), await settingsOf(law, 'other_store')]
    const footer_message = theirs.shown['footer_message'] ?? ''
    const change = await changeTheirs(law, `Conformance ${law.marker}`)
    const after = await law.call('readSettings')
    if (!isSuccess(await changeTheirs(law, footer_message)))
      law.ledger.left_behind.push('footer_message of the other store')
    if (!isSuccess(change)) law.notExercised('the server refused a change of footer_message')
    judgeSame(law, own.exchange, [change], after)
  },
})

const changeTheirs = (law: Law, footer_message: unknown) =>
  law.call('updateSettings', { body: { settings: { footer_message } }, key: 'other_store' })

async function settingsOf(law: Law, key: KeyName): Promise<{ shown: Fields; exchange: Exchange }> {
  const exchange = await law.call('readSettings', { key })
  const shown = member(exchange, 'settings')
  if (!isSuccess(exchange) || !isObject(shown)) law.notExercised('the settings of a store are not read')
  return { shown, exchange }
}

/** Each setting with a value that neither store has, or at least not this one. */
function patchOf(law: Law, own: Fields, theirs: Fields): Fields {
  const pairs = changeable(law, own).flatMap(({ name, values }) => {
    const others = values.filter((value) => value !== own[name])
    const value = others.find((other) => other !== theirs[name]) ?? others[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}

/** The updates that the server took: all settings at once, else each by itself, as some values may be refused. */
async function changed(law: Law, patch: Fields): Promise<Exchange[]> {
  const once = await law.call('updateSettings', { body: { settings: patch } })
  if (isSuccess(once)) return [once]
  const taken: Exchange[] = []
  for (const [name, value] of Object.entries(patch)) {
    const one = await law.call('updateSettings', { body: { settings: { [name]: value } } })
    if (isSuccess(one)) taken.push(one)
  }
  return taken
}

function judgeSame(law: Law, before: Exchange, changes: readonly Exchange[], after: Exchange): void {
  const [then, now] = [lasting(before), lasting(after)]
  law.judge(sameStated('resources/settings', then, now), {
    expected: "the other store's settings as they were",
    exchanges: [before, ...changes, after],
  })
}

/** What moves on by itself, with each invoice of that store, left out. */
function lasting(exchange: Exchange): unknown {
  const settings = member(exchange, 'settings')
  return isObject(settings) ? { ...settings, next_invoice_number: null } : settings
}

export const settingsScope: readonly Check[] = [all, footer]
