/** A piece of text as a reader finds it: where it begins, and whether its line ends behind it. */
interface Piece {
  str: string
  dir: string
  /** The last two are where it begins, from the left and from below. */
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

const isPiece = (item: object): item is Piece => 'str' in item

/** The text of a page, each of its lines from left to right, whatever was drawn first. */
export function pageText(items: readonly object[]): string {
  const lines: Piece[][] = [[]]
  for (const piece of items.filter(isPiece)) {
    lines.at(-1)?.push(piece)
    if (piece.hasEOL) lines.push([])
  }
  return lines.map(lineText).join('\n')
}

/** Whoever draws the words of a line from the last to the first leaves no blanks between them. */
function lineText(pieces: readonly Piece[]): string {
  const isAstray = pieces.some((piece, index) => isLeftOf(piece, pieces[index - 1]))
  if (!isAstray || pieces.some(({ dir }) => dir === 'rtl')) return pieces.map(({ str }) => str).join('')
  const inOrder = pieces.filter(({ str }) => str !== '').toSorted((a, b) => startOf(a) - startOf(b))
  return inOrder.map((piece, index) => gapBetween(inOrder[index - 1], piece) + piece.str).join('')
}

const startOf = ({ transform }: Piece): number => transform[4] ?? 0

const isLeftOf = (piece: Piece, before: Piece | undefined): boolean =>
  before !== undefined && startOf(piece) < startOf(before)

/** Letters of a word touch, or nearly. */
const gapBetween = (left: Piece | undefined, right: Piece): string =>
  left && startOf(right) - startOf(left) - left.width > 0.1 * right.height ? ' ' : ''
