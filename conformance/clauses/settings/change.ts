import type { Law } from '../../judge/law.ts'
import type { Observer } from '../../judge/observer.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import type { Fields } from '../records/record-kind.ts'
import { sameField } from '../records/same-record.ts'
import { isBared } from '../kept-form.ts'
import { ALL_FIELDS } from './fields.ts'
import { movedBy } from './next-number.ts'

/** Settings as an answer shows them. */
export interface Sight {
  shown: Fields
  exchange: Exchange
}

/** The settings that an answer holds; the clause demands that it holds them. */
export function settingsIn(law: Law, exchange: Exchange): Sight {
  const shown = member(law.success(exchange), 'settings')
  if (isObject(shown)) return { shown, exchange }
  throw law.violation({ expected: 'settings (object)', exchanges: exchange })
}

export async function readSettings(law: Law): Promise<Sight> {
  return settingsIn(law, await law.call('readSettings'))
}

export function updateSettings(observer: Observer, settings: unknown): Promise<Exchange> {
  return observer.call('updateSettings', { body: { settings } })
}

/** Notes what settings are now, to be put back at the end of the run at the latest. */
export function remember({ ledger, session }: Observer, before: Fields, names: readonly string[]): void {
  for (const name of names) changedBy(session).add(name)
  ledger.changing(Object.fromEntries(names.map((name) => [name, before[name]])))
}

const changedNames = perRun<'names', Set<string>>()
/** The names of settings that this run has changed. */
const changedBy = (session: Law['session']): Set<string> => changedNames(session, 'names', () => new Set())

/** Puts settings back after `act`: those that are not as they were. */
export async function puttingBack(observer: Observer, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } finally {
    const now = member(await observer.call('readSettings'), 'settings')
    const changed = Object.entries(observer.ledger.entries.settings).filter(
      ([name, value]) => !isObject(now) || !sameField(now[name], value),
    )
    const back =
      changed.length === 0 || isSuccess(await updateSettings(observer, Object.fromEntries(changed)))
    if (back) observer.ledger.restored()
  }
}

/** What a check or an observation does that changes settings: they are put back in the end. */
export const changing =
  <By extends Observer>(act: (by: By) => Promise<void>) =>
  (by: By): Promise<void> =>
    puttingBack(by, () => act(by))

/**
 * Changes settings; the clause demands that answer and read show exactly these changed.
 * @returns the settings as read then
 */
export async function change(law: Law, before: Sight, patch: Fields): Promise<Sight> {
  remember(law, before.shown, Object.keys(patch))
  return judgeChange(law, before, patch, await updateSettings(law, patch))
}

/** The same with values that the server may refuse: then nothing is judged, and the settings are as before. */
export async function tryChange(law: Law, before: Sight, patch: Fields): Promise<Sight> {
  remember(law, before.shown, Object.keys(patch))
  const exchange = await updateSettings(law, patch)
  return law.is('unprocessable', exchange) ? before : judgeChange(law, before, patch, exchange)
}

/** The same, judged by its answer alone: a reading may cover several such changes. */
export async function changeUnread(
  law: Law,
  before: Sight,
  patch: Fields,
  mayRefuse: boolean,
): Promise<Sight> {
  remember(law, before.shown, Object.keys(patch))
  const exchange = await updateSettings(law, patch)
  const isLeft = mayRefuse && law.is('unprocessable', exchange)
  return isLeft ? before : await judgeAnswer(law, before, patch, exchange)
}

async function judgeAnswer(law: Law, before: Sight, patch: Fields, exchange: Exchange): Promise<Sight> {
  const answered = settingsIn(law, exchange)
  await judgeSettings(law, { ...before.shown, ...patch }, answered, [before.exchange], patch)
  return answered
}

async function judgeChange(law: Law, before: Sight, patch: Fields, exchange: Exchange): Promise<Sight> {
  await judgeAnswer(law, before, patch, exchange)
  const after = await readSettings(law)
  await judgeSettings(law, { ...before.shown, ...patch }, after, [before.exchange, exchange], patch)
  return after
}

/** The clause demands that all settings are as expected after a patch, but for what others may have moved. */
export async function judgeSettings(
  law: Law,
  expected: Fields,
  { shown, exchange }: Sight,
  earlier: readonly Exchange[],
  patch: Fields = {},
): Promise<void> {
  const changed = ALL_FIELDS.filter((name) => !sameField(expected[name], shown[name])).filter(
    (name) => !mayFollow(law, name, expected, shown, patch),
  )
  const isTheirs =
    changed.includes(NUMBER) && hasMovedOn(expected, shown) && (await isMovedByOthers(law, patch))
  const [wrong] = isTheirs ? changed.filter((name) => name !== NUMBER) : changed
  if (wrong === undefined) return law.pass()
  throw law.violation({
    field: `settings.${wrong}`,
    message: messageOn(wrong, shown[wrong], patch, earlier),
    expected: `${wrong} ${JSON.stringify(expected[wrong])}`,
    got: JSON.stringify(shown[wrong]) ?? 'nothing',
    exchanges: [...earlier, exchange],
  })
}

function messageOn(name: string, value: unknown, patch: Fields, earlier: readonly Exchange[]): string {
  if (!(name in patch)) return `${name} was not given, and changed`
  const values = earlier.map((exchange) => {
    const settings = member(exchange, 'settings')
    return isObject(settings) ? settings[name] : undefined
  })
  const hasAnswered = sameField(values.at(-1), patch[name])
  return hasAnswered && values.slice(0, -1).some((former) => sameField(former, value))
    ? `stale: ${name} shows the value from before the update`
    : `${name} was given`
}

/** What DKIM vouches for: another sender is not verified yet, and may be later. */
const SENDERS = ['invoice_from_email', 'use_custom_email', 'email']

/** Whether a setting may differ: in its form alone, by an invoice made meanwhile, or as it follows another. */
function mayFollow(law: Law, name: string, expected: Fields, shown: Fields, patch: Fields): boolean {
  if (isBared(name, expected[name], shown[name])) return true
  if (name === 'email_locale') return 'locale' in patch
  // What a patch changes is among them before it is judged.
  if (name === 'email_dkim_verified') return SENDERS.some((sender) => changedBy(law.session).has(sender))
  return false
}

const NUMBER = 'next_invoice_number'

const hasMovedOn = (before: Fields, now: Fields): boolean => movedBy(before[NUMBER], now[NUMBER]) > 0

const again = perRun<'again', Promise<boolean>>()

/** So often the same is done again. */
const TIMES = 3

/**
 * Whether it was an invoice that moved the next number on: once it has moved, it does not each time the same is done
 * again. What gives the number itself is not sent again, lest it is given twice.
 */
const isMovedByOthers = (law: Law, patch: Fields): Promise<boolean> =>
  NUMBER in patch
    ? doOthersInvoice(law)
    : again(law.session, 'again', async () => (await restsAgain(law, patch)) || doOthersInvoice(law))

async function restsAgain(law: Law, patch: Fields): Promise<boolean> {
  for (let time = 0; time < TIMES; time++) {
    const before = await readSettings(law)
    if (Object.keys(patch).length > 0) await updateSettings(law, patch)
    if (!hasMovedOn(before.shown, (await readSettings(law)).shown)) return true
  }
  return false
}

const theirs = perRun<'invoices', Promise<boolean>>()

/** Pauses between looks at the next number, in milliseconds. */
const LOOKS = [250, 500, 1000, 2000]

/** Whether others make invoices all the time: the number moves while we change no setting, and more often than we look. */
export const doOthersInvoice = (law: Law): Promise<boolean> =>
  theirs(law.session, 'invoices', async () => {
    const first = await readSettings(law)
    for (const [at, pause] of LOOKS.entries()) {
      await law.pause(pause)
      const { shown } = await readSettings(law)
      if (movedBy(first.shown[NUMBER], shown[NUMBER]) > at + 1) return true
    }
    return false
  })
