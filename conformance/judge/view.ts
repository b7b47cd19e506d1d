import type { OperationId } from '../../schemas/operations.ts'
import type { Exchange } from '../server/client/exchange.ts'

/** A place where the store shows what some of its operations did, and how one looks there. */
interface Place {
  readonly name: string
  /** The writes that would show there. */
  readonly of: readonly OperationId[]
  look(): Promise<Exchange>
}

/** A view of which two sights are compared: names of what differs, each of which no other view shows. */
interface Compared extends Place {
  /** What was seen there already, in the place of a first look. */
  readonly before?: Exchange
  differ(before: Exchange, after: Exchange): readonly string[]
}

/** A view where the run would find what it had written itself: one sight is enough. */
interface Traced extends Place {
  isWritten(after: Exchange): boolean
}

export type View = Compared | Traced
