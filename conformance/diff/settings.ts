import { isObject, member } from '../server/client/exchange.ts'
import { askBoth, bothPermitSettings, type Both } from './both.ts'

/** Settings that only show: they neither send, number nor automate. */
export const SHOWN_SETTINGS = [
  'business_name',
  'address2',
  'address3',
  'footer_message',
  'packing_slip_title',
] as const

/** Notes the settings that are changed, to be put back at the end. */
export async function keepSettings(both: Both): Promise<void> {
  if (!bothPermitSettings(both)) return
  for (const { client, ledger } of [both.here, both.there]) {
    const settings = member(await client.call('readSettings'), 'settings')
    if (!isObject(settings)) continue
    const shown = SHOWN_SETTINGS.filter((name) => settings[name] !== undefined)
    ledger.changing(Object.fromEntries(shown.map((name) => [name, settings[name]])))
  }
}

/** Both show the same from here on, where they may be told. */
export async function tellSettings(both: Both): Promise<void> {
  if (!bothPermitSettings(both)) return
  const settings = Object.fromEntries(SHOWN_SETTINGS.map((name) => [name, `Compared ${name}`]))
  await askBoth(both, 'updateSettings', { body: { settings } })
}
