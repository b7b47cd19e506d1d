import { hasFields } from '../schemas/tables.ts'

/** Parts of a value, those of its parts counted, that are written in one go. */
const FEW = 1000

/** The text of a JSON value as `JSON.stringify` gives it, in pieces of that many signs at least, each made when it is asked for. */
export function* jsonPieces(value: unknown, least: number): Generator<string> {
  let piece = ''
  for (const text of textsOf(value)) {
    piece += text
    if (piece.length < least) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Whether a value has so many parts that to write it takes long. */
export const isLarge = (value: unknown): value is object => FEW < partsIn(value, FEW + 1)

/** How many parts it has; no more than `most` are counted. */
function partsIn(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const field in value) {
    // What is inherited has no parts: documents are plain JSON.
    count += 1 + partsIn(Reflect.get(value, field), most - count - 1)
    if (count >= most) break
  }
  return count
}

function* textsOf(value: unknown): Generator<string> {
  if (!isLarge(value) || 'toJSON' in value) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) yield* itemsOf(value)
  else if (hasFields(value)) yield* fieldsOf(value)
}

function* itemsOf(list: readonly unknown[]): Generator<string> {
  let before = '['
  for (const item of list) {
    yield before
    yield* textsOf(item)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function* fieldsOf(fields: Record<string, unknown>): Generator<string> {
  let before = '{'
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(field)}:`
    yield* textsOf(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
