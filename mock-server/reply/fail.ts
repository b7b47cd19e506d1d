import type { ServerResponse } from 'node:http'
import { broken } from './faults.ts'
import { send } from './send.ts'

/** Answers a fault of ours. Half an answer may be out already: then its connection ends. */
export function fail(fault: unknown, response: ServerResponse): void {
  const answer = broken(fault)
  if (response.headersSent) response.destroy()
  else send(response, answer)
}
