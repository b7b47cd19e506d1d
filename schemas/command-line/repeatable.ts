import { Option } from 'commander'

/** A flag that may be given again and again: a list of what it was given. */
export const repeatable = (flags: string, says: string): Option =>
  new Option(flags, says)
    .argParser((text: string, before: readonly string[]) => [...before, text])
    .default([], 'none')
