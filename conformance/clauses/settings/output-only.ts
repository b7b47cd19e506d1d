import type { Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
const outputOnly: Check = {
  name: 'output-only settings',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const { shown } = await readSettings(trial, CLAUSE)
      const intruders: Fields[] = [
        { email_locale: shown['email_locale'] === 'de' ? 'en' : 'de' },
        { email_dkim_verified: shown['email_dkim_verified'] !== true },
      ]
      for (const intruder of [...intruders, Object.assign({}, ...intruders) as Fields]) {
        await judgeNotSet(trial, intruder, {})
        await judgeNotSet(trial, intruder, { footer_message: `Footer ${Object.keys(intruder).length}` })
      }
    }),
}

async function judgeNotSet(trial: Trial, intruder: Fields, right: Fields): Promise<void> {
  const before = await readSettings(trial, CLAUSE)
  if (Object.keys(right).some((name) => typeof before.shown[name] !== 'string')) return
  remember(trial, before.shown, Object.keys(right))
  const exchange = await updateSettings(trial, { ...intruder, ...right })
  const took = isSuccess(exchange)
  if (!took) trial.refused(CLAUSE, exchange, 'unprocessable')
  trial.session.observations.observe('input.unknown_fields', took ? 'ignored' : 'unprocessable', exchange)
  const expected = { ...before.shown, ...(took && right) }
  const after = await readSettings(trial, CLAUSE)
  await undo(trial, intruder, before.shown, after.shown)
  const sights = took ? [settingsIn(trial, CLAUSE, exchange), after] : [after]
  for (const sight of sights)
    judgeSettings(trial, CLAUSE, expected, sight, right, [before.exchange, exchange])
}

/** A server that lets itself be set what it must not gets its own value back. */
async function undo(trial: Trial, intruder: Fields, before: Fields, after: Fields): Promise<void> {
  const set = Object.keys(intruder).filter((name) => !sameField(before[name], after[name]))
  if (set.length > 0) await updateSettings(trial, Object.fromEntries(set.map((name) => [name, before[name]])))
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
const amongOthers: Check = {
  name: 'output-only settings among others',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const { shown } = await readSettings(trial, CLAUSE)
      const settings = changeable(trial, CLAUSE, shown)
      for (const group of GROUPS)
        await judgeGroup(
          trial,
          shown,
          settings.filter(({ name }) => group.test(name)),
        )
    }),
}

/** There and back, once plainly and once with intruders: both directions of every boolean. A group that the server refuses is tried one by one. */
async function judgeGroup(trial: Trial, own: Fields, group: readonly Setting[]): Promise<void> {
  if (group.length === 0) return
  const back = Object.fromEntries(group.map(({ name }) => [name, own[name]]))
  const there = Object.fromEntries(
    group.map(({ name, values }) => [name, values.find((one) => one !== own[name])]),
  )
  remember(trial, own, Object.keys(back))
  const plain = await follow(trial, [there, back])
  if (plain) return judgeIntruders(trial, [there, back], plain)
  if (group.length > 1) for (const one of group) await judgeGroup(trial, own, [one])
}

/** What the settings are after each of the updates when they say nothing of what is output only; null when refused. */
async function follow(trial: Trial, updates: readonly Fields[]): Promise<Sight[] | null> {
  const sights: Sight[] = []
  for (const update of updates) {
    if (!isSuccess(await updateSettings(trial, update))) return null
    sights.push(await readSettings(trial, CLAUSE))
  }
  return sights
}

/** The same updates with other values beside: none is taken over that the updates do not lead to by themselves. */
async function judgeIntruders(
  trial: Trial,
  updates: readonly Fields[],
  plain: readonly Sight[],
): Promise<void> {
  for (const [turn, update] of updates.entries()) {
    const intruder = unlike(plain, turn)
    const exchange = await updateSettings(trial, { ...update, ...intruder })
    if (!isSuccess(exchange)) {
      trial.refused(CLAUSE, exchange, 'unprocessable')
      continue
    }
    const after = await readSettings(trial, CLAUSE)
    const set = Object.keys(intruder).find((name) => sameField(after.shown[name], intruder[name]))
    trial.judge(CLAUSE, set === undefined || !(await obeys(trial, update, set, plain[turn]!, after)), {
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
async function obeys(trial: Trial, update: Fields, name: string, was: Sight, now: Sight): Promise<boolean> {
  for (const { shown } of [was, now, was]) {
    const sent = { ...update, [name]: shown[name] }
    if (!isSuccess(await updateSettings(trial, sent))) return false
    const after = await readSettings(trial, CLAUSE)
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
