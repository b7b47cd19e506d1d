import { OPERATION_IDS } from '../../../schemas/operations.ts'
import type { Findings } from '../../judge/findings.ts'
import { ownFault } from '../../judge/own-fault.ts'
import { ASKED } from './asked.ts'
import { FILTERED } from './filters.ts'
import { INVOICES } from './invoices.ts'
import { PAGES } from './pages.ts'
import { RECORDS } from './records.ts'
import type { Relation, Seen } from './relation.ts'
import { SETTINGS } from './settings.ts'
import { WRITTEN } from './written.ts'

const ALL: readonly Relation[] = [
  ...ASKED,
  ...PAGES,
  ...FILTERED,
  ...WRITTEN,
  ...RECORDS,
  ...INVOICES,
  ...SETTINGS,
]

const BY_OPERATION = new Map(
  [null, ...OPERATION_IDS].map((operation) => [
    operation,
    ALL.filter(({ of }) => of === null || (operation !== null && of.includes(operation))),
  ]),
)

/** Looks at an exchange in all ways that its operation shows; answers faults of ours. */
export function lookAt(seen: Seen, found: Findings): string[] {
  const faults: string[] = []
  for (const relation of BY_OPERATION.get(seen.passed.operation) ?? []) {
    const fault = lookWith(relation, seen, found)
    if (fault !== null) faults.push(fault)
  }
  return faults
}

function lookWith({ name: check, file, see }: Relation, seen: Seen, found: Findings): string | null {
  try {
    for (const { clause, finding } of see(seen)) {
      if (finding === null) found.of(clause).passes++
      else found.of(clause).failures.push({ ...finding, check, file, seed: 0, replay: null })
    }
    return null
  } catch (error) {
    return ownFault(check, error)
  }
}
