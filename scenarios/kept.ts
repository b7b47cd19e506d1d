import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_DIALECT } from '../schemas/dialect.ts'
import { plural } from '../schemas/printing/plain-text.ts'
import { keysOf } from '../schemas/tables.ts'
import type { Dialect, Fault, ShownClock } from '../schemas/types.ts'
import type { AdminClient } from './admin-client.ts'
import type { Scenario } from './scenario.ts'

/** Clocks of two machines may differ by so much, and neither was put there. */
const SAME_TIME_MS = 60_000

/**
 * What of a mock a load of this scenario has left as it was and a fresh mock has otherwise, in words with how each is
 * undone: how the server is set is not what it holds.
 */
export async function keptInWords(mock: AdminClient, scenario: Scenario): Promise<string[]> {
  // Its OpenAPI document says so of each.
  const get = async <T>(path: string) => (await (await mock.ask('GET', path)).json()) as T
  return [
    ...(scenario.clock ? [] : clockInWords(await get<ShownClock>('/clock'))),
    ...(scenario.dialect ? [] : dialectInWords(await get<Dialect>('/dialect'))),
    ...(scenario.faults ? [] : faultsInWords((await get<{ faults: Fault[] }>('/faults')).faults)),
  ]
}

function clockInWords({ now, frozen }: ShownClock): string[] {
  const isPut = frozen || Math.abs(Date.parse(now) - Date.now()) > SAME_TIME_MS
  return isPut ? [`the clock, ${frozen ? 'frozen ' : ''}at ${now} (PUT /clock {"now": null})`] : []
}

function dialectInWords(dialect: Dialect): string[] {
  const own = keysOf(DEFAULT_DIALECT).filter((key) => !isDeepStrictEqual(dialect[key], DEFAULT_DIALECT[key]))
  return own.length > 0 ? [`${plural(own.length, 'answer')} of the dialect (PUT /dialect {})`] : []
}

function faultsInWords(faults: readonly Fault[]): string[] {
  const ahead = faults.filter(({ left }) => left !== 0).length
  return ahead > 0 ? [`${plural(ahead, 'fault')} (DELETE /faults)`] : []
}
