import { storewide, type Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { DOCUMENTS, reading } from '../places.ts'
import { flagScope } from '../templates/flags.ts'
import { authKeys } from './keys.ts'
import { namesakes } from './namesakes.ts'
import { refusedKeyNoEffect } from './no-effect.ts'
import { recordScope } from './scope-records.ts'
import { customerSearches } from './scope-search.ts'
import { settingsScope } from './scope-settings.ts'
import { invoiceScope } from './scope.ts'

export const authChecks: readonly Check[] = [
  // A bad key touches nothing.
  ...touching({}, authKeys),
  ...storewide(reading(DOCUMENTS, invoiceScope)),
  ...touching({ customers: 'changes', templates: 'changes' }, [...recordScope, ...namesakes]),
  ...storewide([flagScope]),
  ...touching({ customers: 'sees' }, [customerSearches]),
  ...storewide(touching({ settings: 'changes' }, settingsScope)),
  ...storewide([refusedKeyNoEffect]),
]
