import { type Check, check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Fields } from '../records/record-kind.ts'
import { sameField } from '../records/same-record.ts'
import {
  judgeSettings,
  puttingBack,
  readSettings,
  remember,
  settingsIn,
  updateSettings,
  type Sight,
} from './change.ts'
import { changeable, type Setting } from './fields.ts'

const CLAUSE = 'settings.output-only'

/** settings.output-only: ignored, or the whole update is unprocessable (question input.unknown_fields). */
const outputOnly = check('settings.output-only', {
  name: 'output-only settings',
  run: (law) =>
    puttingBack(law, async () => {
      const { shown } = await readSettings(law, CLAUSE)
      const intruders: Fields[] = [
        { email_locale: shown['email_locale'] === 'de' ? 'en' : 'de' },
        { email_dkim_verified: shown['email_dkim_verified'] !== true },
      ]
      for (const intruder of [...intruders, Object.assign({}, ...intruders) as Fields]) {
        await judgeNotSet(law, intruder, {})
        await judgeNotSet(law, intruder, { footer_message: `Footer ${Object.keys(intruder).length}` })
      }
    }),
})

async function judgeNotSet(law: Law, intruder: Fields, right: Fields): Promise<void> {
  const before = await readSettings(law, CLAUSE)
  if (Object.keys(right).some((name) => typeof before.shown[name] !== 'string')) return
  remember(law, before.shown, Object.keys(right))
  const exchange = await updateSettings(law, { ...intruder, ...right })
  const took = isSuccess(exchange)
  if (!took) law.refused(exchange, 'unprocessable')
  law.observe('input.unknown_fields', took ? 'ignored' : 'unprocessable', exchange)
  const expected = { ...before.shown, ...(took && right) }
  const after = await readSettings(law, CLAUSE)
  await undo(law, intruder, before.shown, after.shown)
  const sights = took ? [settingsIn(law, CLAUSE, exchange), after] : [after]
  for (const sight of sights) judgeSettings(law, CLAUSE, expected, sight, right, [before.exchange, exchange])
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
  run: (law) =>
    puttingBack(law, async () => {
      const { shown } = await readSettings(law, CLAUSE)
      const settings = changeable(law, CLAUSE, shown)
      for (const group of GROUPS)
        await judgeGroup(
          law,
          shown,
          settings.filter(({ name }) => group.test(name)),
        )
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
  if (plain) return judgeIntruders(law, [there, back], plain)
  if (group.length > 1) for (const one of group) await judgeGroup(law, own, [one])
}

/** What the settings are after each of the updates when they say nothing of what is output only; null when refused. */
async function follow(law: Law, updates: readonly Fields[]): Promise<Sight[] | null> {
  const sights: Sight[] = []
  for (const update of updates) {
    if (!isSuccess(await updateSettings(law, update))) return null
    sights.push(await readSettings(law, CLAUSE))
  }
  return sights
}

/** The same updates with other values beside: none is taken over that the updates do not lead to by themselves. */
async function judgeIntruders(law: Law, updates: readonly Fields[], plain: readonly Sight[]): Promise<void> {
  for (const [turn, update] of updates.entries()) {
    const intruder = unlike(plain, turn)
    const exchange = await updateSettings(law, { ...update, ...intruder })
    if (!isSuccess(exchange)) {
      law.refused(exchange, 'unprocessable')
      continue
    }
    const after = await readSettings(law, CLAUSE)
    const set = Object.keys(intruder).find((name) => sameField(after.shown[name], intruder[name]))
    law.judge(set === undefined || !(await obeys(law, update, set, plain[turn]!, after)), {
      field: `settings.${set}`,
      expected: `${set} ${JSON.stringify(plain[turn]!.shown[set!])}, as after the same update without it`,
      got: JSON.stringify(after.shown[set!]) ?? 'nothing',
      exchanges: [plain[turn]!.exchange, exchange, after.exchange],
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
    const after = await readSettings(law, CLAUSE)
    if (!sameField(after.shown[name], shown[name])) return false
  }
  return true
}

/** Values that the output-only settings do not have after this update, nor the locale after the other one. */
function unlike(plain: readonly Sight[], turn: number): Fields {
  const email_locale = ['de', 'en', 'fr'].find((one) =>
    plain.every(({ shown }) => shown['email_locale'] !== one),
  )
  return { email_locale, email_dkim_verified: plain[turn]!.shown['email_dkim_verified'] !== true }
}

export const settingsOutputOnly: readonly Check[] = [outputOnly, amongOthers]
