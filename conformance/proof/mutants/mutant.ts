import type { Parts } from '../../../mock-server/index.ts'
import type { ClauseId, CLAUSES } from '../../../schemas/clauses.ts'

/** A way to break a mock. What the fault remembers begins anew with each call. */
export type Change = (parts: Parts) => Parts

/** Faults, each under the sentence that says what is wrong. */
export type Faults = Readonly<Record<string, Change>>

/** Faults that several things can have: each operation, each field, each kind of record. */
export const ofEach = <T>(things: readonly T[], faults: (thing: T) => Faults): Faults =>
  Object.fromEntries(things.flatMap((thing) => Object.entries(faults(thing))))

/** Faults of one making, each with what sets it apart under its sentence. */
export const rows = <T>(make: (row: T) => Change, table: Readonly<Record<string, NoInfer<T>>>): Faults =>
  ofEach(Object.entries(table), ([says, row]) => ({ [says]: make(row) }))

/** Several faults as one. */
export const all =
  (...changes: Change[]): Change =>
  (parts) =>
    changes.reduce((broken, change) => change(broken), parts)

/** A fault with a memory, which is made anew for each mock. */
export const fresh =
  (make: () => Change): Change =>
  (parts) =>
    make()(parts)

/** A fault that goes by what it has noted, in a set or a map that is empty for each mock. */
export const noting = <Memory>(
  Empty: new () => Memory,
  make: (noted: Memory) => Change | readonly Change[],
): Change => fresh(() => all(...[make(new Empty())].flat()))

type ClausesOf<Area extends string> = Extract<ClauseId, `${Area}.${string}`>
type MustOf<Area extends string> = {
  [C in ClausesOf<Area>]: (typeof CLAUSES)[C]['level'] extends 'must' ? C : never
}[ClausesOf<Area>]

/** The faults of an area by the clause that they break. A clause that must be kept and has none does not compile. */
export type FaultsOf<Area extends string> = Readonly<Record<MustOf<Area>, Faults>> &
  Readonly<Partial<Record<ClausesOf<Area>, Faults>>>

/** A mock that is broken on purpose: what the suite must find. */
export interface Mutant {
  /** Area and fault: `list.meta-says-per-page-25-always`. */
  readonly id: string
  /** The clause that it breaks. */
  readonly clause: ClauseId
  /** What is wrong, in one sentence. */
  readonly says: string
  readonly mutate: Change
}

/** The part of an id before the point. */
export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'))
