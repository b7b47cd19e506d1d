/** An ending such as `.pdf` says what a file is: nothing of it is changed. */
export const stemOf = (value: string) => value.replace(/\.[a-z0-9]{1,5}$/i, '')

/** A piece of a download URL that can be altered by itself: a path segment or a query value, decoded. */
export interface Part {
  where: 'path' | 'query'
  /** Its place among the segments or pairs. */
  at: number
  /** Of a query value, its name; of a segment, `path segment 2`. */
  name: string
  value: string
}

interface Address {
  origin: string
  segments: string[]
  /** Raw pairs. */
  pairs: [name: string, value: string | null][]
}

/** The pieces of a URL, in their order; empty ones are left out. */
export function partsOf(url: string): Part[] {
  const { segments, pairs } = read(url)
  return [
    ...segments.map((value, at) => ({
      where: 'path' as const,
      at,
      name: `path segment ${at + 1}`,
      value: decoded(value),
    })),
    ...pairs.map(([name, value], at) => ({
      where: 'query' as const,
      at,
      name: decoded(name),
      value: decoded(value ?? ''),
    })),
  ].filter(({ value }) => value !== '')
}

/** The URL with other values of some parts; null takes a part away. */
export function withParts(url: string, changes: readonly { part: Part; value: string | null }[]): string {
  const { origin, segments, pairs } = read(url)
  const change = (where: Part['where'], at: number) =>
    changes.find(({ part }) => part.where === where && part.at === at)
  const path = segments.flatMap((segment, at) => replaced(segment, change('path', at)))
  const query = pairs.flatMap(([name, value], at) =>
    replaced(value ?? '', change('query', at)).map((one) =>
      value === null && one === '' ? name : `${name}=${one}`,
    ),
  )
  return `${origin}/${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

function replaced(raw: string, change: { value: string | null } | undefined): string[] {
  if (!change) return [raw]
  return change.value === null ? [] : [encodeURIComponent(change.value)]
}

function read(url: string): Address {
  const { origin, pathname, search } = new URL(url)
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
  return {
    origin,
    segments: pathname.slice(1).split('/'),
    pairs: pairs.map((pair) => {
      const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(pair) ?? []
      return [name, value ?? null]
    }),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The same part of another URL of the same shape. */
export function counterpart(part: Part, parts: readonly Part[]): Part | undefined {
  const same = parts.filter(({ where, name }) => where === part.where && name === part.name)
  return same.length === 1 ? same[0] : parts.find(({ where, at }) => where === part.where && at === part.at)
}

/** Names of parts that sign, the surest first. */
const SIGNING = [/sig|hmac/i, /token|auth|mac|hash|digest|key|secret|policy|ticket|grant|jwt|^[a-z]$/i]

/** Parts of a URL that may be its signature. */
export interface Candidates {
  parts: Part[]
  /** Whether their names leave no doubt. */
  sure: boolean
}

/**
 * Which parts may be the signature: by their names, else by looking like chance.
 * @param peer parts of another document's URL: what is the same there signs nothing
 * @param known texts that anyone knows of the invoice
 */
export function signatureCandidates(
  parts: readonly Part[],
  peer: readonly Part[] | null,
  known: readonly string[],
): Candidates {
  const own = parts.filter((part) => {
    const other = peer && counterpart(part, peer)
    return other?.value !== part.value
  })
  for (const [rank, name] of SIGNING.entries()) {
    const named = own.filter(
      (part) => part.where === 'query' && name.test(part.name) && isToken(secretOf(part, known), 6),
    )
    if (named.length > 0) return { parts: named, sure: rank === 0 }
  }
  return { parts: own.filter((part) => isToken(secretOf(part, known), 10)), sure: false }
}

/** What of a part is not told by the API itself. */
const secretOf = ({ value }: Part, known: readonly string[]) =>
  known.reduce((text, told) => without(text, told), stemOf(value))

function without(text: string, told: string): string {
  const at = text.toLowerCase().indexOf(told)
  return told === '' || at < 0 ? text : text.slice(0, at) + text.slice(at + told.length)
}

/** Whether a text looks like chance: long enough, letters and digits or letters of both cases. */
function isToken(value: string, least: number): boolean {
  const stem = stemOf(value)
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(stem)).length
  // No id has so many digits, and no word so many letters.
  const isLong = stem.length >= 20 && /^(?:\d+|[a-z]+|[A-Z]+)$/.test(stem)
  return (
    stem.length >= least &&
    // What is joined to a signature may stand in the same piece: a value, a time and it, with colons between them.
    /^[\w+/=.~:,;!*$|@-]+$/.test(stem) &&
    (kinds > 1 || isLong) &&
    new Set(stem).size > least / 3
  )
}
