/** More items than these are written piece by piece. */
const MANY = 1000

const PIECE_LENGTH = 1 << 16

/** Whether an answer has a list that takes long to be written. */
export const isLarge = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.values(answer).some((value) => Array.isArray(value) && value.length > MANY)

/** An answer as JSON in pieces, each made when it is asked for. */
export function* jsonPieces(answer: object): Generator<string> {
  let piece = ''
  for (const part of partsOf(answer)) {
    piece += part
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

function* partsOf(answer: object): Generator<string> {
  let before = '{'
  for (const [field, value] of Object.entries(answer)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(field)}:`
    if (Array.isArray(value)) yield* itemsOf(value)
    else yield JSON.stringify(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* itemsOf(list: readonly unknown[]): Generator<string> {
  let before = '['
  for (const item of list) {
    yield before + (JSON.stringify(item) ?? 'null')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
