import type { ClauseId } from '../../../schemas/clauses.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { read } from './own.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { deviation, sameField } from './same-record.ts'

/** The record that an answer holds; the clause demands that it is a success that holds one. */
export function recordOf(law: Law, clause: ClauseId, kind: RecordKind, exchange: Exchange): Shown {
  law.of(clause).success(exchange)
  const shown = member(exchange, kind.one)
  if (isObject(shown) && Number.isInteger(shown['id'])) return shown as Shown
  throw law.of(clause).violation({ expected: `${kind.one} with an integer id`, exchanges: exchange })
}

/** The clause demands that a record shows each of these values. */
export function judgeFields(
  law: Law,
  clause: ClauseId,
  kind: RecordKind,
  expected: Fields,
  shown: Fields,
  exchanges: Exchange | readonly Exchange[],
): void {
  const wrong = Object.keys(expected).find((field) => !isShown(field, expected[field], shown[field]))
  if (wrong !== undefined) failField(law, clause, kind, wrong, expected, shown, exchanges)
  law.of(clause).pass()
}

/** Several tags are one text: that they come back in their order, or with as much space between them, is not said. */
const isShown = (field: string, sent: unknown, shown: unknown): boolean =>
  sameField(sent, shown) || (field === 'tags' && String(tagsOf(sent)) === String(tagsOf(shown)))

const tagsOf = (text: unknown) =>
  String(text)
    .split(',')
    .map((tag) => tag.trim())
    .toSorted()

/** The clause demands that two sights of a record agree in every stated field. */
export function judgeAgree(
  law: Law,
  clause: ClauseId,
  kind: RecordKind,
  known: Fields,
  shown: Fields,
  exchanges: readonly Exchange[],
): void {
  const wrong = deviation(kind, known, shown)
  if (wrong !== undefined) failField(law, clause, kind, wrong, known, shown, exchanges)
  law.of(clause).pass()
}

function failField(
  law: Law,
  clause: ClauseId,
  kind: RecordKind,
  field: string,
  expected: Fields,
  shown: Fields,
  exchanges: Exchange | readonly Exchange[],
): never {
  const last = [exchanges].flat().at(-1) as Exchange | undefined
  throw law.of(clause).violation({
    field: `${kind.one}.${field}`,
    message: `${field} of ${kind.one} ${String(shown['id'])} is wrong${last ? ` at ${last.operation}` : ''}`,
    expected: `${field} ${inWords(expected[field])}`,
    got: inWords(shown[field]),
    exchanges,
  })
}

const inWords = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Reads a record by its id; the clause demands that it is there as it is known. */
export async function judgeRead(
  law: Law,
  clause: ClauseId,
  kind: RecordKind,
  known: Shown,
  before: readonly Exchange[],
): Promise<Shown> {
  const exchange = await read(law, kind, known.id)
  const shown = recordOf(law, clause, kind, exchange)
  judgeAgree(law, clause, kind, known, shown, [...before, exchange])
  return shown
}
