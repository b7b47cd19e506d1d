import { storewide, type Check, type Step } from '../../judge/check.ts'
import { CHOSEN, OWN_CUSTOMERS, OWN_TEMPLATES } from '../places.ts'
import { aroundChecks } from '../records/around.ts'
import { touching } from '../../judge/touches.ts'
import { createAlone, createChecks } from '../records/create.ts'
import { deleteChecks } from '../records/delete.ts'
import { invalidChecks } from '../records/invalid.ts'
import { customerObservations, templateObservations } from '../records/observe.ts'
import { laterChecks } from '../records/later.ts'
import { overlappingCheck } from '../records/overlapping.ts'
import { madeAgain } from '../records/made-again.ts'
import { outputOnlyChecks } from '../records/output-only.ts'
import { partialUpdateCheck } from '../records/partial-update.ts'
import { readCheck } from '../records/read.ts'
import { CUSTOMERS, TEMPLATES } from '../records/record-kind.ts'
import { twinChecks } from '../records/twins.ts'
import { unknownChecks } from '../records/unknown.ts'
import { updateAlone, updateChecks } from '../records/update.ts'
import { waysToUpdate } from '../records/ways.ts'
import { templateFlags } from './flags.ts'
import { manyTemplates, templateList, templateNamesakes } from './list.ts'
import { ofLosers } from './losers.ts'
import { templateTimestamps } from './timestamps.ts'

const NO_TEMPLATE_TYPES = [
  ['no_such_type', '', 'Invoice', 'INVOICE', 'invoices', 'packing slip', 'packing-slip', 'quote'],
  'creditnote',
].flat()

export const templatesReads: readonly Check[] = [...templateList, readCheck(TEMPLATES)]

const later = laterChecks(TEMPLATES)

export const templatesWrites: readonly Step[] = [
  later.first,
  ...manyTemplates,
  ...templateFlags,
  ...touching(CHOSEN, storewide(ofLosers)),
  ...createAlone(TEMPLATES),
  ...updateAlone(TEMPLATES),
  ...deleteChecks(TEMPLATES),
  ...aroundChecks(TEMPLATES),
  later.last,
]

/** What works on templates of its own: it comes after what needs the list to itself. */
export const templatesOfOwn: readonly Step[] = touching(OWN_TEMPLATES, [
  ...templateNamesakes,
  ...unknownChecks(TEMPLATES, CUSTOMERS),
  ...createChecks(TEMPLATES),
  ...invalidChecks(TEMPLATES, { template_type: NO_TEMPLATE_TYPES }),
  ...updateChecks(TEMPLATES),
  ...waysToUpdate(TEMPLATES),
  partialUpdateCheck(TEMPLATES),
  ...touching({ ...OWN_CUSTOMERS, ...OWN_TEMPLATES }, templateTimestamps),
  overlappingCheck(TEMPLATES),
  ...outputOnlyChecks(TEMPLATES),
  ...twinChecks(TEMPLATES),
  madeAgain(TEMPLATES),
  templateObservations,
  ...touching(OWN_CUSTOMERS, [customerObservations]),
])
