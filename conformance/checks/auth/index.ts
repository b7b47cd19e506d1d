import type { Check } from '../../check.ts'
import { authKeys } from './keys.ts'
import { unauthorizedNoEffect } from './no-effect.ts'
import { invoiceScope } from './scope.ts'
import { recordScope } from './scope-records.ts'

export const authChecks: readonly Check[] = [
  ...authKeys,
  ...invoiceScope,
  ...recordScope,
  unauthorizedNoEffect,
]
