import { isDeepStrictEqual } from 'node:util'
import type { Settings, SettingsInput } from '../../schemas/types.ts'
import type { SettingsRecord } from '../store/records.ts'
import { settingsOf } from '../store/store.ts'
import type { Context } from './context.ts'
import { knownFields } from './input-fields.ts'
import { replaceSettings } from './revisions.ts'

/** GET /settings. */
export function readSettings({ store }: Context): Settings {
  return shown(settingsOf(store))
}

/** PATCH /settings: changes exactly the fields given (clause settings.partial-update). */
export function updateSettings({ store }: Context, input: SettingsInput): Settings {
  const before = settingsOf(store)
  const next = { ...before, ...knownFields('resources/settings-input', input) }
  const revision = isDeepStrictEqual(next, before) ? before.revision : before.revision + 1
  return shown(replaceSettings(store, { ...next, revision }))
}

function shown({ revision: _revision, ...settings }: SettingsRecord): Settings {
  return settings
}
