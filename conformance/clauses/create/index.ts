import type { Check } from '../../judge/check.ts'
import { concurrent } from './concurrent.ts'
import { drafts } from './draft.ts'
import { fromOrder } from './from-order.ts'
import { rejectedNoEffect, rejectedOptions } from './no-effect.ts'
import { persists } from './persists.ts'
import { refusedOptions } from './refused-options.ts'
import { refusedOrders } from './refused.ts'
import { existing } from './returns-existing.ts'
import { usableTemplates } from './usable-templates.ts'

export const createChecks: readonly Check[] = [
  ...refusedOrders,
  rejectedNoEffect,
  rejectedOptions,
  fromOrder,
  persists,
  ...drafts,
  ...existing,
  concurrent,
  ...refusedOptions,
  usableTemplates,
]
