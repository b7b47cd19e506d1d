/** How many items are kept as bytes at most, so that paging through a large store does not fill the memory. */
const MOST = 20_000

let kept = new WeakMap<object, Buffer>()
let count = 0

/**
 * A body as `JSON.stringify` writes it. Items of its lists that are frozen, all through, are written once and kept as
 * bytes: writing them is most of what a list costs.
 */
export function toJson(body: object): string | Buffer {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  if (!fields.some(([, value]) => isFrozenList(value))) return JSON.stringify(body)
  const pieces: Buffer[] = []
  let before = '{'
  for (const [name, value] of fields) {
    pieces.push(Buffer.from(`${before}${JSON.stringify(name)}:`))
    if (isFrozenList(value)) pushList(pieces, value)
    else pieces.push(Buffer.from(JSON.stringify(value)))
    before = ','
  }
  return Buffer.concat([...pieces, Buffer.from('}')])
}

const OPENING = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSING = Buffer.from(']')

/** Lists come whole from one rule, so the first item speaks for all; each is looked at again when it is written. */
const isFrozenList = (value: unknown): value is object[] => Array.isArray(value) && isFrozenObject(value[0])

const isFrozenObject = (item: unknown): item is object =>
  typeof item === 'object' && item !== null && Object.isFrozen(item)

function pushList(pieces: Buffer[], items: readonly unknown[]): void {
  let before = OPENING
  for (const item of items) {
    pieces.push(before, isFrozenObject(item) ? bytesOf(item) : Buffer.from(JSON.stringify(item)))
    before = COMMA
  }
  pieces.push(CLOSING)
}

function bytesOf(item: object): Buffer {
  const known = kept.get(item)
  if (known) return known
  const bytes = Buffer.from(JSON.stringify(item))
  if (++count > MOST) {
    kept = new WeakMap()
    count = 1
  }
  kept.set(item, bytes)
  return bytes
}
