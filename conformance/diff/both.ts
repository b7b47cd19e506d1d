import type { OperationId } from '../../schemas/operations.ts'
import { Counterparts, type Name } from '../compare/counterparts.ts'
import { callThere } from '../compare/names.ts'
import type { Call } from '../server/client/call.ts'
import type { Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'

/** The two servers that are compared: A is `here`, B is `there`. */
export interface Both {
  readonly here: Session
  readonly there: Session
  /** What the two call the same. */
  readonly counterparts: Counterparts
}

/** The answers of both to the same request. */
export type Answers = readonly [here: Exchange, there: Exchange]

/** Both sessions as one: what they send bears one marker, and orders are paired by their place in the lists of the targets. */
export function bothOf(here: Session, there: Session): Both {
  const counterparts = new Counterparts()
  pairAll(counterparts, 'order', here.target.order_ids, there.target.order_ids)
  pairAll(counterparts, 'draft order', here.target.draft_order_ids, there.target.draft_order_ids)
  return { here, there: { ...there, marker: here.marker }, counterparts }
}

function pairAll(
  counterparts: Counterparts,
  kind: string,
  here: readonly Name[],
  there: readonly Name[],
): void {
  for (const [at, name] of here.entries()) {
    const other = there[at]
    if (other !== undefined) counterparts.pair(kind, name, other)
  }
}

/** Whether both targets may be asked. */
export const bothPermit = ({ here, there }: Both, operation: OperationId): boolean =>
  here.client.permits(operation) && there.client.permits(operation)

/** True if all settings of both may be changed. */
export const bothPermitSettings = ({ here, there }: Both): boolean =>
  [here, there].every(({ target: { allow } }) => allow.has('writes') && allow.has('settings'))

/** True if the permissions of both targets cover this call. */
export const bothMayCall = (
  { here, there, counterparts }: Both,
  operation: OperationId,
  call: Call,
): boolean =>
  here.client.guard.covers(operation, call) &&
  there.client.guard.covers(operation, callThere(operation, call, counterparts))

/** Asks both at once; what the call names is called there as it is called there. */
export function askBoth(
  { here, there, counterparts }: Both,
  operation: OperationId,
  call: Call,
): Promise<Answers> {
  return Promise.all([
    here.client.call(operation, call),
    there.client.call(operation, callThere(operation, call, counterparts)),
  ])
}
