import { type Check, check } from '../../judge/check.ts'
import type { Evidence, Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import { lastSeen } from '../../server/activity/last-seen.ts'
import { perRun } from '../../server/per-run.ts'
import { isSuccess, type Exchange, type KeyName } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'
import { puttingBack, remember } from '../settings/change.ts'
import { changeable, mayChange } from '../settings/fields.ts'
import { sameValue } from '../same-value.ts'
import { settingsIn, settingsView } from '../views.ts'
import { belongsTo } from './foreign.ts'

/** auth.scope-settings: all settings that may be changed are, in the judged store; the other store's stay. */
const all = check('auth.scope-settings', {
  name: 'settings of two stores',
  run: (law) =>
    puttingBack(law, async () => {
      const own = await settingsOf(law, 'api')
      const theirs = await theirsAtFirst(law)
      const patch = patchOf(law, own, theirs)
      remember(law, own, Object.keys(patch))
      const texts = mayChange(law, 'footer_message') ? [`Second ${law.marker}`, `Third ${law.marker}`] : []
      await staysWhile(law, 'other_store', async () => {
        const changes = await changed(law, patch)
        for (const footer_message of texts) changes.push(...(await changed(law, { footer_message })))
        return changes
      })
    }),
})

/** The other way round a text at the foot is enough: whoever shares one shares it both ways. */
const footer = check('auth.scope-settings', {
  name: "the footer of another store's invoices",
  permissions: ['settings'],
  async run(law) {
    const { footer_message } = await settingsOf(law, 'other_store')
    law.ledger.changingOther({ footer_message })
    try {
      const text = `Conformance ${law.marker}`
      await staysWhile(law, 'api', async () => {
        const changes = [await changeTheirs(law, `${text} first`), await changeTheirs(law, text)]
        await judgeApart(law, changes, text)
        return changes
      })
    } finally {
      await putTheirsBack(law, footer_message)
    }
  },
})

/** The clean-up of the run restores what this does not. */
async function putTheirsBack(law: Law, footer_message: unknown): Promise<void> {
  if (isSuccess(await changeTheirs(law, footer_message ?? ''))) law.ledger.restoredOther()
}

/** Each store has its own footer, whichever is asked first. */
const together = check('auth.scope-settings', {
  name: 'the footers of two stores, changed at once',
  permissions: ['settings'],
  run: (law) =>
    puttingBack(law, async () => {
      const own = await settingsOf(law, 'api')
      const { footer_message } = await settingsOf(law, 'other_store')
      if (typeof own['footer_message'] !== 'string') law.notExercised('the settings show no footer')
      remember(law, own, ['footer_message'])
      law.ledger.changingOther({ footer_message })
      try {
        for (const keys of [KEYS, KEYS.toReversed()]) await law.settled(() => mixedUp(law, keys))
      } finally {
        await putTheirsBack(law, footer_message)
      }
    }),
})

const KEYS: readonly KeyName[] = ['api', 'other_store']
/** What of the two footers is another than was given; whatever others write, they do not write it at each look. */
async function mixedUp(law: Law, keys: readonly KeyName[]): Promise<Evidence | 'unseen' | null> {
  const textOf = (key: KeyName) => `Of ${key}, ${keys[0]} first ${law.marker}`
  const update = (key: KeyName) =>
    law.call('updateSettings', { body: { settings: { footer_message: textOf(key) } }, key })
  // What is put back comes after both of them, also when one had no answer.
  const sent = await Promise.allSettled(keys.map(update))
  const changes = sent.flatMap((one) => (one.status === 'fulfilled' && isSuccess(one.value) ? one.value : []))
  if (changes.length < keys.length) return 'unseen'
  for (const key of keys) {
    const read = await law.call('readSettings', { key })
    const shown = settingsIn(read)['footer_message']
    if (isSuccess(read) && shown !== textOf(key))
      return {
        field: 'settings.footer_message',
        message: 'two simultaneous requests changed the footers of two stores',
        expected: JSON.stringify(textOf(key)),
        got: JSON.stringify(shown),
        exchanges: [...changes, read],
      }
  }
  return null
}

/** What is changed in one store changes nothing in the other. */
const staysWhile = (law: Law, key: KeyName, change: () => Promise<Exchange[]>): Promise<void> =>
  unchanged(law, {
    views: [settingsView(law, key)],
    async after() {
      const changes = (await change()).filter(isSuccess)
      if (changes.length === 0) law.notExercised('the server refused a change of its settings')
      return changes
    },
    unless: () => false,
  })

/** Each store reads its own settings, though one asks right after the other. */
async function judgeApart(law: Law, changes: readonly Exchange[], text: string): Promise<void> {
  const own = await law.call('readSettings')
  const theirs = await law.call('readSettings', { key: 'other_store' })
  const [ours, shown] = [own, theirs].map((exchange) => settingsIn(exchange)['footer_message'])
  if (!isSuccess(theirs) || !changes.every(isSuccess) || ours === text) return
  law.judge(shown === text || shown !== ours, {
    field: 'settings.footer_message',
    message: belongsTo('api', `the footer ${JSON.stringify(shown)}`),
    expected: JSON.stringify(text),
    got: JSON.stringify(shown),
    exchanges: [...changes, own, theirs],
  })
}

const changeTheirs = (law: Law, footer_message: unknown) =>
  law.call('updateSettings', { body: { settings: { footer_message } }, key: 'other_store' })

async function settingsOf(law: Law, key: KeyName): Promise<Fields> {
  const exchange = await law.call('readSettings', { key })
  if (!isSuccess(exchange)) law.notExercised('the settings of a store are not read')
  return settingsIn(exchange)
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

const first = perRun<'theirs', Promise<Fields>>()

/** The other store's settings before any of ours were changed for this clause. */
const theirsAtFirst = (law: Law): Promise<Fields> =>
  first(law.session, 'theirs', () => settingsOf(law, 'other_store'))

/** After all that a run changed: no text that it gave this store has come to the other one, be it by one update in many. */
export const settingsScopeLater = check('auth.scope-settings', {
  when: 'last',
  name: "another store's settings at the end of the run",
  storewide: true,
  async run(law) {
    const before = await theirsAtFirst(law)
    const exchange = await law.call('readSettings', { key: 'other_store' })
    const now = settingsIn(law.success(exchange))
    const { settings: given } = lastSeen(law.session)
    const leaks = (name: string) => before[name] !== now[name] && given.has(now[name])
    if (Object.keys(before).some(leaks) && (await isChanging(law, now)))
      return law.missing('the settings of the other store change by themselves')
    const leaked = Object.keys(before).find(leaks)
    law.judge(leaked === undefined, {
      field: `settings.${leaked}`,
      message: 'the other store has a text that this one was given',
      expected: `as before: ${JSON.stringify(before[leaked ?? ''])}`,
      got: JSON.stringify(now[leaked ?? '']),
      exchanges: exchange,
    })
  },
})

/** Another run that judges the other store writes the same texts there as this one here. */
const WATCHED_MS = 1500
async function isChanging(law: Law, before: Fields): Promise<boolean> {
  await law.pause(WATCHED_MS)
  const now = await settingsOf(law, 'other_store')
  return Object.keys(before).some((name) => !sameValue(before[name], now[name]))
}

export const settingsScope: readonly Check[] = [all, footer, together]
