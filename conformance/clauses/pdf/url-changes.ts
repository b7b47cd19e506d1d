import { stemOf, type Part } from './url-parts.ts'

/**
 * The value with one letter or digit changed at about that place (0 to 1). Never the last one of a piece between
 * dots, nor what only a padding such as `_` follows: in base64url its change need not survive decoding.
 */
export function altered(value: string, place: number): string | null {
  const stem = stemOf(value)
  const places = [...stem.matchAll(/[A-Za-z0-9](?=[\w+/~-]*[A-Za-z0-9+/])/g)].map(({ index }) => index)
  const at = places[Math.min(places.length - 1, Math.floor(place * places.length))] ?? 0
  return stem === '' ? null : value.slice(0, at) + changed(value.charAt(at)) + value.slice(at + 1)
}

/** Another character of its kind: a digit stays one, a hex letter too. */
function changed(character: string): string {
  const kind = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'].find(
    (letters) => letters.includes(character),
  )
  return kind ? kind.charAt((kind.indexOf(character) + 1) % kind.length) : 'x'
}

/** The value with the case of its first letter changed; null where case may say nothing. */
export function otherCase(value: string): string | null {
  if (!/[a-z]/.test(stemOf(value)) || !/[A-Z]/.test(stemOf(value)) || /^[0-9a-f-]+$/i.test(stemOf(value)))
    return null
  return value.replace(/[A-Za-z](?=[\w+/~-]*[A-Za-z0-9+/])/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** A number one higher, a time a year later; null for what is no number. */
export function higher(value: string): string | null {
  const stem = stemOf(value)
  if (!/^\d{1,15}$/.test(stem)) return null
  const isTime = stem.length === 10
  return `${Number(stem) + (isTime ? 365 * 86_400 : 1)}${value.slice(stem.length)}`
}

/** A signature taken away, cut short, and with one character changed at several places. */
export function brokenValues({ where, value }: Part): (string | null)[] {
  const alterations = [0, 0.25, 0.5, 0.75, 1].map((place) => altered(value, place))
  const cut = value.slice(0, Math.floor(value.length / 2))
  // More behind it, which any decoding keeps: not where a padding may end it.
  const longer = /[=_]$/.test(value) ? [] : [`${value}${value.slice(0, 4)}`]
  const different = others(value, [...alterations, otherCase(value), ...longer])
  return [...different, cut, ...(where === 'query' ? [''] : []), null]
}

/** What else a URL says, said otherwise. */
export function otherValues({ where, value }: Part): (string | null)[] {
  const told = others(value, [higher(value), altered(value, 0), altered(value, 1)])
  return [...told, ...(where === 'query' ? [null] : [])]
}

/** How a value of a download URL was altered: `character 1 of 64 was changed`. */
export function changeInWords({ name, value }: Part, to: string | null): string {
  if (to === null) return `${name} was left out`
  if (to === '') return `${name} was emptied`
  if (to.startsWith(value)) return `${to.length - value.length} characters were appended to ${name}`
  if (value.startsWith(to)) return `${name} was cut to its first ${to.length} of ${value.length} characters`
  const at = [...value].findIndex((character, place) => character !== to[place])
  return to.length === value.length && value.slice(at + 1) === to.slice(at + 1)
    ? `character ${at + 1} of ${value.length} of ${name} was changed`
    : `${name} was changed to another value`
}

const others = (value: string, texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null).filter((text) => text !== value)),
]
