import { plural } from '../../schemas/printing/plain-text.ts'

/** A store, with the key that is told to nobody. */
export interface Owner {
  readonly name: string
  readonly api_key: string
}

/** In what a key is not that of a store: signs from a place on, one for the other. */
interface Slip {
  owner: Owner
  /** So many signs are equal before it, and behind it. */
  before: number
  behind: number
  /** Signs that were sent in place of those of the key. */
  sent: number
  meant: number
}

/**
 * Of which store's key one is a slip, and what the slip is, in words that show no sign of it; undefined where it is
 * near none.
 */
export function nearKey(key: string, owners: readonly Owner[]): string | undefined {
  const other = owners.find(({ api_key }) => api_key.toLowerCase() === key.toLowerCase())
  if (other) return `It is the key of store ${other.name} in other letter case.`
  const slips = owners.map((owner) => slipOf(key, owner)).filter(isNear)
  const [nearest] = slips.toSorted((one, two) => sizeOf(one) - sizeOf(two))
  return nearest && inWords(nearest)
}

function slipOf(key: string, owner: Owner): Slip {
  const { api_key } = owner
  const most = Math.min(key.length, api_key.length)
  let before = 0
  while (before < most && key[before] === api_key[before]) before++
  let behind = 0
  while (behind < most - before && key.at(-1 - behind) === api_key.at(-1 - behind)) behind++
  const equal = before + behind
  return { owner, before, behind, sent: key.length - equal, meant: api_key.length - equal }
}

const sizeOf = ({ sent, meant }: Slip) => Math.max(sent, meant)

/** Most of it is right. */
const isNear = (slip: Slip) => slip.before + slip.behind >= 2 * sizeOf(slip)

function inWords(slip: Slip): string {
  const { owner, before, sent, meant } = slip
  const key = `the key of store ${owner.name}`
  if (sent === 0) return `It is ${key} without ${plural(meant, 'sign')} ${placeOf(slip)}.`
  if (meant === 0) return `It is ${key} with ${plural(sent, 'sign')} more ${placeOf(slip)}.`
  return `It is ${key} but for ${plural(sizeOf(slip), 'sign')} from sign ${before + 1} on.`
}

function placeOf({ before, behind }: Slip): string {
  if (behind === 0) return 'at its end'
  return before === 0 ? 'at its beginning' : `after its first ${before}`
}
