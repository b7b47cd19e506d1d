import { createHash } from 'node:crypto'
import type { ErrorKind } from '../../schemas/operations.ts'
import type { Client, Lost } from './client/client.ts'
import type { Exchange } from './client/exchange.ts'
import type { Kinds } from './learn/kinds.ts'
import type { Observations } from './learn/observations.ts'
import type { Collection, Inventory } from './store/inventory.ts'
import type { Ledger } from './store/ledger.ts'
import type { OrderSupply } from './store/order-supply.ts'
import type { PersonalValues } from './store/personal-values.ts'
import type { Platform } from './store/platform.ts'
import type { Target } from './target.ts'

/** Start of a replay: the path of one property of one check. */
export interface ReplayPoint {
  check: string
  property: string
  path: string
}

/** All that the checks of one run share. */
export interface Session {
  /** Without the fields that were found to be mistaken, so far. */
  target: Target
  readonly client: Client
  readonly kinds: Kinds
  readonly observations: Observations
  /** Errors, each of one of these kinds, as checks met them: what errors.one-status-per-kind judges where it is one alone, and of all their bodies. */
  readonly refusals: { kinds: readonly ErrorKind[]; exchange: Exchange }[]
  /** What the judged store holds. */
  readonly inventory: Inventory
  /** The invoices that were there before the run, as far as it may make others. */
  readonly earlier: Pick<Collection<{ slug: string }>, 'items' | 'complete'>
  /** What the run created and changed, to be undone. */
  readonly ledger: Ledger
  /** Writes that may have been done, though no answer says so. */
  readonly lost: Lost[]
  /** Orders that may be invoiced. */
  readonly orders: OrderSupply
  /** The hooks of the target: platform edits, mailbox, end of a bulk action. */
  readonly platform: Platform
  /** Values of personal fields, which reports mask. */
  readonly personal: PersonalValues
  /** The order that each invoice was made of in this run, by slug: `draft 5`. */
  readonly orderOf: Map<string, string>
  /** Other runs of the suite, or others, work on the store at the same time. */
  hasCompany: boolean
  /** What is found out once in a run, by who found it out: see per-run.ts. */
  readonly memory: Map<object, unknown>
  /** Seed of the run. */
  readonly seed: number
  /** Values that a property tries by default. */
  readonly runs: number
  /** Marks what the run creates: lower-case letters and digits, unique to the run. */
  readonly marker: string
  /** Numbers the records that are created: each part of a run counts for itself, whatever others do meanwhile. */
  readonly numbers: { next: number }
  seedOf(name: string): number
  /** The path to replay for a property, when the run is a replay. */
  replayPath(check: string, property: string | undefined): string | undefined
}

/** Records of a part are numbered from its place on, so that no two have a number; from the middle where it is performed again. */
const NUMBERS = 1_000

/**
 * The same session for one step of the run, the one at that place: what the step counts, and which of several sights of
 * an open question comes first, does not depend on what is under way beside it. What it asks goes before what is less urgent.
 */
export function partOf(session: Session, place: number, urgency?: number, isAgain = false): Session {
  const part: Session = {
    ...session,
    client: session.client.part(urgency),
    observations: session.observations.from(place),
    numbers: { next: (place + (isAgain ? 1.5 : 1)) * NUMBERS },
  }
  // What may change is the run's, whoever changes it.
  return Object.defineProperties(part, {
    target: shared(session, 'target'),
    hasCompany: shared(session, 'hasCompany'),
  })
}

function shared<Name extends keyof Session>(session: Session, name: Name): PropertyDescriptor {
  return {
    get: () => session[name],
    set(value: Session[Name]) {
      session[name] = value
    },
  }
}

/** A 31-bit number that follows from a seed and a name. */
export function derivedSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE(0) >>> 1
}
