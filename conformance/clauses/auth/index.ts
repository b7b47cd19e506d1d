import { storewide, type Check } from '../../judge/check.ts'
import { flagScope } from '../templates/flags.ts'
import { authKeys } from './keys.ts'
import { unauthorizedNoEffect } from './no-effect.ts'
import { invoiceScope } from './scope.ts'
import { recordScope } from './scope-records.ts'
import { customerSearches } from './scope-search.ts'
import { settingsScope } from './scope-settings.ts'

export const authChecks: readonly Check[] = [
  ...authKeys,
  ...storewide(invoiceScope),
  ...recordScope,
  ...storewide([flagScope]),
  customerSearches,
  ...storewide(settingsScope),
  ...storewide([unauthorizedNoEffect]),
]
