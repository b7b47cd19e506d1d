import { createHash } from 'node:crypto'

/** Bytes that follow from a seed alone: the same for the same, and unlike those of any other. */
export const seededBytes = (length: number, seed: string): Buffer =>
  createHash('shake256', { outputLength: length }).update(seed).digest()

/** A number from 0 up to, and without, 1. */
export const seededShare = (seed: string): number => seededBytes(6, seed).readUIntBE(0, 6) / 2 ** 48

/** How many standard deviations the 99th percentile of a normal distribution lies above its median. */
const TO_P99 = 2.326347874

/** What timers can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/** A draw from the log-normal distribution with this median and 99th percentile. */
export function logNormal(p50: number, p99: number, seed: string): number {
  const sigma = Math.log(p99 / p50) / TO_P99
  return Math.min(LONGEST, p50 * Math.exp(sigma * normal(seed)))
}

/** A draw from the standard normal distribution (Box and Muller). */
function normal(seed: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - seededShare(`${seed} radius`)))
  return radius * Math.cos(2 * Math.PI * seededShare(`${seed} angle`))
}

/** Bytes that are neither JSON nor the beginning of a PDF, nor hold one: none of them is a sign of ASCII. */
export function garbage(length: number, seed: string): Buffer {
  const bytes = seededBytes(length, seed)
  for (let at = 0; at < bytes.length; at++) bytes[at] = (bytes[at] ?? 0) | 0x80
  return bytes
}
