import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { INVOICES, WITH_NEW_TEMPLATES } from '../places.ts'
import { concurrent } from './concurrent.ts'
import { drafts } from './draft.ts'
import { fromOrder } from './from-order.ts'
import { later } from './later.ts'
import { rejectedNoEffect, rejectedOptions } from './no-effect.ts'
import { persists } from './persists.ts'
import { refusedOptions } from './refused-options.ts'
import { refusedOrders } from './refused.ts'
import { existing } from './returns-existing.ts'
import { usableTemplates } from './usable-templates.ts'

export const createChecks: readonly Check[] = [
  ...touching(INVOICES, [
    ...refusedOrders,
    rejectedNoEffect,
    rejectedOptions,
    fromOrder,
    persists,
    ...drafts,
  ]),
  ...touching(WITH_NEW_TEMPLATES, existing),
  ...touching(INVOICES, [concurrent]),
  ...touching(WITH_NEW_TEMPLATES, [...refusedOptions, usableTemplates, later]),
]
