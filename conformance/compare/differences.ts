import { isObject, type ReceivedResponse } from '../server/client/exchange.ts'
import { instantOf, isDateTime } from '../server/instants.ts'
import type { Counterparts } from './counterparts.ts'
import { isName, NAMING_FIELDS, type NamingFields } from './names.ts'

/** What two answers to the same request differ in. */
export interface Difference {
  /** `status`, `content-type`, `body.invoices.3.total_price`. */
  where: string
  /** What stands there; undefined for what is missing. */
  here: unknown
  there: unknown
}

/** How answers are compared. */
export interface Comparison {
  /** Knows what the servers call the same; learns from what stands in the same place of both answers. */
  counterparts: Counterparts
  /** Milliseconds that two times may be apart, as two servers are never asked at once. */
  slack_ms: number
  /** Headers that are compared, in lower case; `content-type` by its media type alone. */
  headers: readonly string[]
  /** What stands where the fields of answers name things. */
  naming?: NamingFields
}

/**
 * What two servers answered otherwise to the same request. Names are the same where they are counterparts, and are
 * noted as such at first sight; times where they are written alike and no further apart than told; download URLs where
 * they are made alike.
 */
export function differences(
  here: ReceivedResponse,
  there: ReceivedResponse,
  comparison: Comparison,
): Difference[] {
  const found: Difference[] = []
  if (here.status !== there.status) found.push({ where: 'status', here: here.status, there: there.status })
  for (const name of comparison.headers) {
    const [a, b] = [headerOf(here, name), headerOf(there, name)]
    if (a !== b) found.push({ where: name, here: a, there: b })
  }
  const [a, b] = [bodyOf(here), bodyOf(there)]
  return [...found, ...inValues(a, b, ['body'], comparison)]
}

function headerOf({ headers }: ReceivedResponse, name: string): string | undefined {
  const value = headers[name]
  return name === 'content-type' ? value?.split(';')[0]?.trim().toLowerCase() : value
}

const bodyOf = ({ json, text }: ReceivedResponse): unknown => (json === undefined && text ? text : json)

type Path = readonly string[]

function inValues(here: unknown, there: unknown, path: Path, comparison: Comparison): Difference[] {
  if (Array.isArray(here) && Array.isArray(there))
    return inMembers({ ...here }, { ...there }, path, comparison)
  if (isObject(here) && isObject(there)) return inMembers(here, there, path, comparison)
  return isSame(here, there, path, comparison) ? [] : [{ where: path.join('.'), here, there }]
}

function inMembers(
  here: Record<string, unknown>,
  there: Record<string, unknown>,
  path: Path,
  comparison: Comparison,
): Difference[] {
  const names = [...new Set([...Object.keys(here), ...Object.keys(there)])]
  // An id tells which record it is before what else stands in it is looked at.
  const inOrder = names.toSorted((a, b) => Number(b === 'id') - Number(a === 'id'))
  return inOrder.flatMap((name) => inValues(here[name], there[name], [...path, name], comparison))
}

function isSame(here: unknown, there: unknown, path: Path, comparison: Comparison): boolean {
  const { counterparts, naming = NAMING_FIELDS, slack_ms } = comparison
  const kind = naming[placeOf(path)]
  if (kind !== undefined && isName(here) && isName(there))
    return counterparts.pair(kind, here, there) && isAlike(here, there)
  if (Object.is(here, there)) return true
  if (!isName(here) || !isName(there) || typeof here !== typeof there) return false
  if (path.at(-1) === 'pdf_url') return areUrlsAlike(String(here), String(there), counterparts)
  if (isDateTime(here) && isDateTime(there)) return areTimesAlike(here, there, slack_ms)
  return counterparts.arePaired(here, there) || isSameText(String(here), String(there), counterparts)
}

/** Where a value stands, places in lists aside: `invoices.customer.id`. */
const placeOf = ([, ...path]: Path): string => path.filter((step) => !/^\d+$/.test(step)).join('.')

/** Names differ, their form does not: UUID version and letter case, text or number. */
const isAlike = (here: unknown, there: unknown): boolean => formOf(here) === formOf(there)

function formOf(name: unknown): string {
  const slug = /^[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i.exec(String(name))
  if (!slug) return typeof name
  const letters = String(name).replaceAll(/[\d-]/g, '')
  return `version ${slug[1]} ${letters !== '' && letters === letters.toUpperCase() ? 'upper' : 'lower'}`
}

/** Written with the same digits in the same zone, and hardly apart. */
function areTimesAlike(here: string, there: string, slack_ms: number): boolean {
  const apart_ms = Math.abs(instantOf(here) - instantOf(there))
  return apart_ms <= slack_ms && formOfTime(here) === formOfTime(there)
}

/** What a time is written like after its seconds: `.000+01:00`. */
const formOfTime = (time: string): string =>
  time.slice('2026-01-01T00:00:00'.length).replace(/^[.,]\d+/, (fraction) => fraction.replaceAll(/\d/g, '0'))

/** Texts differ in names and times that are counterparts, and in nothing else. */
function isSameText(here: string, there: string, counterparts: Counterparts): boolean {
  const [ours, theirs] = [piecesOf(here), piecesOf(there)]
  return (
    ours.length === theirs.length &&
    ours.every((piece, at) => {
      const other = theirs[at] ?? ''
      return piece === other || counterparts.arePaired(piece, other)
    })
  )
}

const piecesOf = (text: string): string[] => text.split(/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+)/i)

/**
 * Both lead to a file of the same name, by a path of as many steps and with the same parameters; ids, expiry and
 * signature are each server's own.
 */
function areUrlsAlike(here: string, there: string, counterparts: Counterparts): boolean {
  if (!URL.canParse(here) || !URL.canParse(there)) return false
  const [ours, theirs] = [new URL(here), new URL(there)]
  return (
    stepsOf(ours).length === stepsOf(theirs).length &&
    parametersOf(ours) === parametersOf(theirs) &&
    isSameText(fileOf(ours), fileOf(theirs), counterparts)
  )
}

const stepsOf = (url: URL): string[] => url.pathname.split('/')
const parametersOf = (url: URL): string => [...url.searchParams.keys()].toSorted().join()
const fileOf = (url: URL): string => stepsOf(url).findLast((step) => step.endsWith('.pdf')) ?? ''
