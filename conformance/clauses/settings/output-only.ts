import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Fields } from '../records/record-kind.ts'
import { sameField } from '../records/same-record.ts'
import {
  changing,
  judgeSettings,
  readSettings,
  remember,
  settingsIn,
  updateSettings,
  type Sight,
} from './change.ts'
import { changeable, type Setting } from './fields.ts'

/** settings.output-only: ignored, or the whole update is unprocessable (question input.unknown_fields). */
const outputOnly = check('settings.output-only', {
  name: 'output-only settings',
  permissions: ['settings'],
  run: changing(async (law) => {
    const { shown } = await readSettings(law)
    const locale: Fields = { email_locale: shown['email_locale'] === 'de' ? 'en' : 'de' }
    const verified: Fields = { email_dkim_verified: shown['email_dkim_verified'] !== true }
    for (const intruder of [locale, verified, { ...locale, ...verified }]) {
      await judgeNotSet(law, intruder, {})
      await judgeNotSet(law, intruder, { footer_message: `Footer ${Object.keys(intruder).length}` })
    }
  }),
})

async function judgeNotSet(law: Law, intruder: Fields, right: Fields): Promise<void> {
  const before = await readSettings(law)
  if (Object.keys(right).some((name) => typeof before.shown[name] !== 'string')) return
  remember(law, before.shown, Object.keys(right))
  const exchange = await updateSettings(law, { ...intruder, ...right })
  const took = isSuccess(exchange)
  if (!took) law.refused(exchange, 'unprocessable')
  const expected = { ...before.shown, ...(took && right) }
  const after = await readSettings(law)
  await undo(law, intruder, before.shown, after.shown)
  for (const sight of took ? [settingsIn(law, exchange), after] : [after])
    await judgeSettings(law, expected, sight, [before.exchange, exchange], right)
}

/** A server that lets itself be set what it must not gets its own value back. */
async function undo(law: Law, intruder: Fields, before: Fields, after: Fields): Promise<void> {
  const set = Object.keys(intruder).filter((name) => !sameField(before[name], after[name]))
  if (set.length > 0) await updateSettings(law, Object.fromEntries(set.map((name) => [name, before[name]])))
}

/** Which settings are given together: of what may move an output-only one each by its reason. */
const GROUPS = [
  /^(email|invoice_from_email|invoice_bcc_email|use_custom_email|invoice_bcc)$/,
  /^(locale|datetime_format|customer_locale_invoice)$/,
  /^(automatic_|enable_|financial_|fulfillment_)/,
  /^(email_.*_template|payment_|invoice_number_prefix$)/,
  /^(.*_title|.*_url|default_|business_|address|phone|tax_|footer_)/,
]

/** settings.output-only, where the update says much else besides: what is output only may follow that, and no more. */
const amongOthers = check('settings.output-only', {
  name: 'output-only settings among others',
  permissions: ['settings'],
  run: changing(async (law) => {
    const { shown } = await readSettings(law)
    const settings = changeable(law, shown)
    for (const group of GROUPS) {
      const ofGroup = settings.filter(({ name }) => group.test(name))
      await judgeGroup(law, shown, ofGroup)
    }
  }),
})

/** There and back, once plainly and once with intruders: both directions of every boolean. A group that the server refuses is tried one by one. */
async function judgeGroup(law: Law, own: Fields, group: readonly Setting[]): Promise<void> {
  if (group.length === 0) return
  const back = Object.fromEntries(group.map(({ name }) => [name, own[name]]))
  const there = Object.fromEntries(
    group.map(({ name, values }) => [name, values.find((one) => one !== own[name])]),
  )
  remember(law, own, Object.keys(back))
  const plain = await follow(law, [there, back])
  if (plain) return judgeIntruders(law, plain)
  if (group.length > 1) for (const one of group) await judgeGroup(law, own, [one])
}

/** An update that says nothing of what is output only, and what the settings are then. */
interface Plain {
  update: Fields
  sight: Sight
}

/** Null when the server refuses one of the updates. */
async function follow(law: Law, updates: readonly Fields[]): Promise<Plain[] | null> {
  const plain: Plain[] = []
  for (const update of updates) {
    if (!isSuccess(await updateSettings(law, update))) return null
    plain.push({ update, sight: await readSettings(law) })
  }
  return plain
}

/** The same updates with other values beside: none is taken over that the updates do not lead to by themselves. */
async function judgeIntruders(law: Law, plain: readonly Plain[]): Promise<void> {
  for (const { update, sight } of plain) {
    const intruder = unlike(plain, sight)
    const exchange = await updateSettings(law, { ...update, ...intruder })
    if (!isSuccess(exchange)) {
      law.refused(exchange, 'unprocessable')
      continue
    }
    const after = await readSettings(law)
    const set = Object.keys(intruder).find((name) => sameField(after.shown[name], intruder[name]))
    if (set === undefined || !(await obeys(law, update, set, sight, after))) law.pass()
    else
      throw law.violation({
        field: `settings.${set}`,
        expected: `${set} ${JSON.stringify(sight.shown[set])}, as after the same update without it`,
        got: JSON.stringify(after.shown[set]) ?? 'nothing',
        exchanges: [sight.exchange, exchange, after.exchange],
      })
  }
}

/**
 * Whether a setting takes whatever is sent with the update, and is as it was in the end: it might also have changed
 * by itself meanwhile, as when a sender has just been verified.
 */
async function obeys(law: Law, update: Fields, name: string, was: Sight, now: Sight): Promise<boolean> {
  for (const { shown } of [was, now, was]) {
    const sent = { ...update, [name]: shown[name] }
    if (!isSuccess(await updateSettings(law, sent))) return false
    const after = await readSettings(law)
    if (!sameField(after.shown[name], shown[name])) return false
  }
  return true
}

/** Values that the output-only settings do not have after this update, nor the locale after the other one. */
function unlike(plain: readonly Plain[], { shown }: Sight): Fields {
  const email_locale = ['de', 'en', 'fr'].find((one) =>
    plain.every(({ sight }) => sight.shown['email_locale'] !== one),
  )
  return { email_locale, email_dkim_verified: shown['email_dkim_verified'] !== true }
}

export const settingsOutputOnly: readonly Check[] = [outputOnly, amongOthers]
