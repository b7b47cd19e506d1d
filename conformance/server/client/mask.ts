import { CLAUSES } from '../../../schemas/clauses.ts'
import { MASK, withoutGrants } from '../../../schemas/printing/secrets.ts'
import { QUESTION_KEYS } from '../../../schemas/questions.ts'
import type { Target } from '../target.ts'
import { isObject, type Exchange } from './exchange.ts'

/** Shorter secrets are left alone in running text: they would blacken every word that holds them. */
const SHORTEST = 4
/** A piece of a secret that is worth hiding. */
const PIECE = 8

/**
 * A function that hides in any text the given secrets, pieces of a third of their length and more (whatever the letter
 * case), and what signs or grants in URLs.
 */
export function masker(secrets: readonly string[]): (text: string) => string {
  const pieces = piecesOf(secrets)
  return (text) => withoutGrants(withoutPieces(text, pieces))
}

/** All that a target file holds and nobody else may read. */
export function secretsOf(target: Target): string[] {
  const keys = [
    target.api_key,
    target.other_store_api_key,
    target.free_plan_api_key,
    target.rate_limited_api_key,
  ].filter((key) => key !== null)
  const headers = Object.values(target.hooks).flatMap((hook) => Object.entries(hook.headers ?? {}))
  return [...keys, ...headers.filter(([name]) => !PLAIN_HEADER.test(name)).map(([, value]) => value)]
}

const PLAIN_HEADER = /^(accept|content-|user-agent|cache-control)/i

/** What signs the download URLs that an answer holds: long opaque values in their queries and paths. */
export function signaturesIn({ response }: Exchange): string[] {
  return downloadUrls(response.json)
    .filter((url) => URL.canParse(url))
    .flatMap((url) => {
      const { pathname, searchParams } = new URL(url)
      return [...pathname.split('/'), ...searchParams.values()].filter(isOpaque)
    })
}

function downloadUrls(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(downloadUrls)
  if (!isObject(value)) return []
  const own = value['pdf_url']
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(value).flatMap(downloadUrls)]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const isOpaque = (text: string) =>
  /^[\w+/=%~.-]{16,}$/.test(text) && /\d/.test(text) && !UUID.test(text) && !/\.pdf$/i.test(text)

/** Pieces of the secrets as texts are read, by their length; a server may have encoded them. */
function piecesOf(secrets: readonly string[]): Map<number, Set<string>> {
  const pieces = new Map<number, Set<string>>()
  const written = secrets.flatMap((secret) => [
    read(secret).letters,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ])
  for (const secret of new Set(written.map(lowerCase))) {
    if (secret.length < SHORTEST) continue
    const length = Math.min(secret.length, Math.max(PIECE, Math.floor(secret.length / 3)))
    const known = pieces.get(length) ?? new Set()
    for (let at = 0; at + length <= secret.length; at++) {
      const piece = secret.slice(at, at + length)
      if (piece === secret || !isPublic(piece)) known.add(piece)
    }
    pieces.set(length, known)
  }
  return pieces
}

/** Keys are sometimes made of words: one that the contract uses gives nothing away, and reports need it. */
const isPublic = (piece: string): boolean => PUBLIC.includes(piece)
const PUBLIC = JSON.stringify([CLAUSES, QUESTION_KEYS]).toLowerCase()

/** Of ASCII letters only: other letters may change their length. */
const lowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

function withoutPieces(text: string, pieces: Map<number, Set<string>>): string {
  if (pieces.size === 0) return text
  const { letters, places } = read(text)
  let masked = ''
  let shown = 0
  for (const [from, to] of joined(found(lowerCase(letters), pieces))) {
    masked += text.slice(shown, places[from]?.from) + MASK
    shown = places[to - 1]?.to ?? text.length
  }
  return masked + text.slice(shown)
}

/** Where a letter stands in the text that it was read from. */
interface Place {
  from: number
  to: number
}

/** Escapes of JSON, of URLs and of HTML; and white space and characters that are not seen. */
const WRITTEN =
  /\\u(?<json>[\da-f]{4})|\\x(?<x>[\da-f]{2})|%(?<url>[\da-f]{2})|&#(?:x(?<hex>[\da-f]{1,6})|(?<decimal>\d{1,7}));?|\\["\\/]|\\[bfnrt]|[\s\p{Cc}\p{Cf}]+/giu

/** A text as it reads, however its letters are written: escapes decoded, line ends and what is not seen left out. */
function read(text: string): { letters: string; places: Place[] } {
  const places: Place[] = []
  let letters = ''
  const add = (letter: string, from: number, to: number) => {
    letters += letter
    for (let unit = 0; unit < letter.length; unit++) places.push({ from, to })
  }
  let at = 0
  for (const match of text.matchAll(WRITTEN)) {
    for (; at < match.index; at++) add(text.charAt(at), at, at + 1)
    at = match.index + match[0].length
    add(decoded(match), match.index, at)
  }
  for (; at < text.length; at++) add(text.charAt(at), at, at + 1)
  return { letters, places }
}

/** The letter that an escape stands for; nothing for what is not seen. */
function decoded({ 0: written, groups = {} }: RegExpMatchArray): string {
  const { json, x, url, hex, decimal } = groups
  const digits = json ?? x ?? url ?? hex
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
  if (code <= 0x10_ffff) return String.fromCodePoint(code).replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')
  return /^\\["\\/]/.test(written) ? written.slice(1) : ''
}

type Span = [from: number, to: number]

function found(text: string, pieces: Map<number, Set<string>>): Span[] {
  const spans: Span[] = []
  for (const [length, known] of pieces)
    for (let at = 0; at + length <= text.length; at++)
      if (known.has(text.slice(at, at + length))) spans.push([at, at + length])
  return spans.toSorted((a, b) => a[0] - b[0])
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const [from, to] of spans) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
