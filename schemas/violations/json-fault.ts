/** Where a text stops being JSON. */
export interface JsonFault {
  /** Both counted from 1, columns in UTF-16 units. */
  readonly line: number
  readonly column: number
  /** The character that stands there; empty at the end of the text. */
  readonly found: string
  /** What belongs there, in words. */
  readonly expected: string
}

/** What may come next, and how it is called. */
const EXPECTED = {
  value: 'a value',
  first: 'a value or ]',
  name: 'a name in double quotes',
  firstName: 'a name in double quotes or }',
  colon: 'a colon',
  item: 'a comma or ]',
  field: 'a comma or }',
  end: 'the end of the text',
  string: 'the rest of the string',
}

type Expecting = keyof typeof EXPECTED

/** A value that is no list and no object, without the beginning of a string. */
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\n\r]*/y
// What JSON allows: from the space on, without quotes and backslashes.
const UNESCAPED = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

/** The first fault of a text that is no JSON, in time that grows with its length; null where it is JSON. */
export function jsonFault(text: string): JsonFault | null {
  const scan = new Scan(text)
  while (scan.step());
  return scan.isWhole ? null : faultAt(text, scan.at, scan.expecting)
}

/** `at line 2, column 1 "}" stands where a value belongs`. */
export function faultInWords({ line, column, found, expected }: JsonFault): string {
  const stands = found === '' ? 'it ends' : `${JSON.stringify(found)} stands`
  return `at line ${line}, column ${column} ${stands} where ${expected} belongs`
}

/** Walks over a text as far as it is JSON. */
class Scan {
  at = 0
  expecting: Expecting = 'value'
  readonly #text: string
  /** The lists and objects that are open. */
  readonly #open: ('[' | '{')[] = []

  constructor(text: string) {
    this.#text = text
    this.#skip(SPACE)
  }

  get isWhole(): boolean {
    return this.expecting === 'end' && this.at === this.#text.length
  }

  /** Whether one more sign of the text was as it must be. */
  step(): boolean {
    const sign = this.#text[this.at]
    if (sign === undefined) return false
    const next = STEPS[this.expecting](sign, this)
    if (next === undefined) return false
    this.expecting = next
    this.#skip(SPACE)
    return true
  }

  take(next: Expecting): Expecting {
    this.at++
    return next
  }

  open(bracket: '[' | '{', next: Expecting): Expecting {
    this.#open.push(bracket)
    return this.take(next)
  }

  close(): Expecting {
    this.#open.pop()
    this.at++
    return this.after()
  }

  /** What may follow a value. */
  after(): Expecting {
    const open = this.#open.at(-1)
    if (open === undefined) return 'end'
    return open === '[' ? 'item' : 'field'
  }

  string(next: Expecting): Expecting | undefined {
    this.at++
    do this.#skip(UNESCAPED)
    while (this.#skip(ESCAPE))
    if (this.#text[this.at] === '"') return this.take(next)
    this.expecting = 'string'
    return undefined
  }

  plain(): Expecting | undefined {
    return this.#skip(PLAIN) ? this.after() : undefined
  }

  /** Whether there was anything to skip. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const { length = 0 } = pattern.exec(this.#text)?.[0] ?? ''
    this.at += length
    return length > 0
  }
}

type Step = (sign: string, scan: Scan) => Expecting | undefined

const value: Step = (sign, scan) => {
  if (sign === '{') return scan.open('{', 'firstName')
  if (sign === '[') return scan.open('[', 'first')
  return sign === '"' ? scan.string(scan.after()) : scan.plain()
}

const name: Step = (sign, scan) => (sign === '"' ? scan.string('colon') : undefined)

const STEPS: Record<Expecting, Step> = {
  value,
  first: (sign, scan) => (sign === ']' ? scan.close() : value(sign, scan)),
  name,
  firstName: (sign, scan) => (sign === '}' ? scan.close() : name(sign, scan)),
  colon: (sign, scan) => (sign === ':' ? scan.take('value') : undefined),
  item: (sign, scan) => (sign === ']' ? scan.close() : sign === ',' ? scan.take('value') : undefined),
  field: (sign, scan) => (sign === '}' ? scan.close() : sign === ',' ? scan.take('name') : undefined),
  end: () => undefined,
  string: () => undefined,
}

function faultAt(text: string, at: number, expecting: Expecting): JsonFault {
  const before = text.slice(0, at)
  const lines = before.split('\n')
  const column = at - before.lastIndexOf('\n')
  const found = String.fromCodePoint(...[text.codePointAt(at) ?? []].flat())
  return { line: lines.length, column, found, expected: EXPECTED[expecting] }
}
