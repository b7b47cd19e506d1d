import type { Target } from '../../target.ts'
import type { Sightings } from './sightings.ts'

/** True if an address matches a pattern such as `qa@example.com` or `*@example.test`, in any case. */
export function matchesRecipient(address: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = address.toLowerCase()
  if (rest.length === 0) return text === first
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}

/** True if the run may send an email there: the target names the address, or the run gave it to the order. */
export const mayReceive = (address: string, target: Target, { ownAddresses }: Sightings): boolean =>
  ownAddresses.has(address.toLowerCase()) ||
  target.email_recipients.some((pattern) => matchesRecipient(address, pattern))
