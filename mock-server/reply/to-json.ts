import { SharedBytes } from '../shared-bytes.ts'

/** How many items are kept as bytes at most, so that paging through a large store does not fill the memory. */
const MOST = 20_000

let kept = new WeakMap<object, Buffer>()
let count = 0

/**
 * A body as `JSON.stringify` writes it. Items of its lists that are frozen, all through, are written once and kept as
 * bytes: writing them is most of what a list costs.
 */
export function toJson(body: object): string | SharedBytes {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  if (!fields.some(([, value]) => isFrozenList(value))) return JSON.stringify(body)
  const pieces: Buffer[] = []
  let text = ''
  for (const [name, value] of fields) {
    text += `${text === '' && pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (isFrozenList(value)) {
      pieces.push(Buffer.from(`${text}[`))
      pushItems(pieces, value)
      text = ']'
    } else text += JSON.stringify(value)
  }
  return new SharedBytes([...pieces, Buffer.from(`${text}}`)])
}

/** Lists come whole from one rule, so the first item speaks for all; each is looked at again when it is written. */
const isFrozenList = (value: unknown): value is object[] => Array.isArray(value) && isFrozenObject(value[0])

const isFrozenObject = (item: unknown): item is object =>
  typeof item === 'object' && item !== null && Object.isFrozen(item)

/** The items with commas between them: each is kept with the one behind it. */
function pushItems(pieces: Buffer[], items: readonly unknown[]): void {
  for (const item of items) pieces.push(isFrozenObject(item) ? bytesOf(item) : withComma(item))
  const last = pieces.pop()
  if (last) pieces.push(last.subarray(0, -1))
}

const withComma = (item: unknown): Buffer => Buffer.from(`${JSON.stringify(item)},`)

function bytesOf(item: object): Buffer {
  const known = kept.get(item)
  if (known) return known
  const bytes = withComma(item)
  if (++count > MOST) {
    kept = new WeakMap()
    count = 1
  }
  kept.set(item, bytes)
  return bytes
}
