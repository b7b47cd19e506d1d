import { storewide, type Check } from '../../judge/check.ts'
import { touching, type Touches } from '../../judge/touches.ts'
import { BULK, CHOSEN, INVOICES, OWN_CUSTOMERS, OWN_TEMPLATES } from '../places.ts'
import { flagScope } from '../templates/flags.ts'
import { authKeys } from './keys.ts'
export { namesakes as authNamesakes } from './namesakes.ts'
import { refusedKeyNoEffect } from './no-effect.ts'
import { countsOfAnother } from './scope-counts.ts'
import { simultaneously } from './scope-simultaneous.ts'
import { documentsOfAnother } from './scope-documents.ts'
import { foreignTemplateId, recordScope } from './scope-records.ts'
import { customerSearches } from './scope-search.ts'
import { settingsScope, settingsScopeLater } from './scope-settings.ts'
import { bulkOfAnother, invoicesOfAnother, ordersOfAnother } from './scope.ts'

/** What a server that takes a bad key would write to. */
const BAD_KEYS: Touches = {
  ...INVOICES,
  ...OWN_CUSTOMERS,
  ...OWN_TEMPLATES,
  settings: 'changes',
  terms: 'changes',
}

export const authChecks: readonly Check[] = [
  // A bad key touches nothing.
  ...touching({}, authKeys),
  // It compares updated_at, which a document that is made may move, and has some made.
  ...storewide(touching({ invoices: 'sees', documents: 'changes', mailbox: 'sees' }, [invoicesOfAnother])),
  ...storewide(touching({ invoices: 'sees', documents: 'changes' }, [documentsOfAnother])),
  ...storewide(touching(CHOSEN, [flagScope])),
  ...touching({ customers: 'sees' }, [customerSearches]),
  ...storewide(touching({ customers: 'sees', invoices: 'sees' }, countsOfAnother)),
  ...storewide(
    touching({ customers: 'sees', invoices: 'sees', templates: 'sees', settings: 'sees' }, simultaneously),
  ),
  ...storewide(touching({ settings: 'changes', terms: 'changes' }, settingsScope)),
]

/** Creations for what another store has: they are none of this one's. */
export const authOrders: readonly Check[] = touching(INVOICES, [ordersOfAnother])

/** What works on records of its own: it comes after what needs the lists to itself. */
export const authRecords: readonly Check[] = touching({ ...OWN_CUSTOMERS, ...OWN_TEMPLATES }, recordScope)

export const authInvoices: readonly Check[] = [
  ...touching(BULK, [bulkOfAnother]),
  foreignTemplateId,
  settingsScopeLater,
]

/** It keeps everybody else waiting. */
export const authWrites: readonly Check[] = touching(BAD_KEYS, [refusedKeyNoEffect])
