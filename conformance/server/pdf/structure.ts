/** Both ends of a file are searched for their marks in that many bytes, as readers do. */
const END = 1024
/** How far startxref may be off: some writers count line ends otherwise. */
const SLACK = 32

/** Whether bytes begin as a PDF does. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, END).includes('%PDF-')

/** Why bytes are no whole PDF file, judged by its outermost structure; null when nothing is missing. */
export function structureProblem(bytes: Buffer): string | null {
  if (bytes.length === 0) return 'no bytes at all'
  if (!isPdf(bytes)) return `no %PDF- at the start: ${JSON.stringify(bytes.toString('latin1', 0, 60))}`
  const end = bytes.toString('latin1', Math.max(0, bytes.length - END))
  if (!end.includes('%%EOF')) return `no %%EOF at the end of ${bytes.length} bytes`
  const startxref = /startxref\s+(\d+)\s+%%EOF/.exec(
    end.slice(Math.max(0, end.lastIndexOf('startxref'))),
  )?.[1]
  if (startxref === undefined) return 'no startxref before %%EOF'
  return hasXref(bytes, Number(startxref)) ? null : `startxref ${startxref} points to no cross-reference`
}

/** A table, or the object that holds a stream; counted from the header where something stands before it. */
function hasXref(bytes: Buffer, at: number): boolean {
  const header = bytes.indexOf('%PDF-')
  return [at, at + header].some((place) => {
    const around = bytes.toString('latin1', Math.max(0, place - SLACK), place + SLACK)
    return place < bytes.length && /(?<!start)xref|\d+\s+\d+\s+obj/.test(around)
  })
}
