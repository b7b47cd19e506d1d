/** How the files of a format are read. */
export interface Format {
  /** Whether each line is chained to the one before, and a file says first which one it is; else lines stand alone. */
  readonly isChained: boolean
}

/**
 * Each format that was ever written, by the number in the names of its files. The newest is written; a directory of
 * another is read by its row, and rewritten. Whoever adds a row keeps a directory of the one before in `testing/`: `npm run keep:format`.
 */
const FORMATS = new Map<number, Format>([
  [1, { isChained: false }],
  [2, { isChained: true }],
  // As the one before, with what is done with copies, which that does not know.
  [3, { isChained: true }],
  // As the one before, but that rows need not say again what an earlier one says.
  [4, { isChained: true }],
  // As the one before, but that a snapshot may say how its content is made.
  [5, { isChained: true }],
])

/** The newest. */
export const FORMAT = Math.max(...FORMATS.keys())

/** The formats of earlier versions. */
export const EARLIER_FORMATS = [...FORMATS.keys()].filter((format) => format !== FORMAT)

/** undefined for a format that only a later version knows. */
export const formatOf = (format: number): Format | undefined => FORMATS.get(format)
