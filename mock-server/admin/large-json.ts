/** More items than these are written piece by piece. */
const MANY = 1000

/** Whether an answer has a list that takes long to be written. */
export const isLarge = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.values(answer).some((value) => Array.isArray(value) && value.length > MANY)

/** Signs of a piece, about. */
export const PIECE_LENGTH = 1 << 16
