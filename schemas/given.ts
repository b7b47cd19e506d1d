import { shown } from './in-words.ts'
import { didYouMean } from './nearest.ts'
import { hasFields } from './tables.ts'

/** What a value may be: whether it is, and in words that follow "must be". */
export type Rule = readonly [fits: (value: unknown) => boolean, says: string]

/** The rule of each option of a function. */
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>

const wholeFrom =
  (least: number, most: number) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

/** A whole number from one to another, or to the largest that there is. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): Rule => [
  wholeFrom(least, most),
  `a whole number from ${least} ${most === Number.MAX_SAFE_INTEGER ? 'on' : `to ${most}`}`,
]

export const FLAG: Rule = [(value) => typeof value === 'boolean', 'true or false']
export const FUNCTION: Rule = [(value) => typeof value === 'function', 'a function']

/** A text that is not empty. @param says what it is, in words that follow "must be" */
export const text = (says: string): Rule => [(value) => typeof value === 'string' && value !== '', says]

/**
 * Refuses options that would silently do nothing, which a program without types, or one from a variable, can have.
 * @param caller the function that was given them, as messages name it
 * @param reason why it has no such option; left out, the nearest is named
 * @throws {TypeError} that says what would be right
 */
export function checkOptions(
  caller: string,
  options: unknown,
  rules: Rules,
  reason: (name: string) => string | undefined = () => undefined,
): void {
  if (!hasFields(options))
    throw new TypeError(`${caller} takes an object of options, and was given ${shown(options)}`)
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name)) {
      const why = reason(name) ?? `; ${didYouMean(name, Object.keys(rules))}`
      throw new TypeError(`${caller} has no option ${name}${why}`)
    }
    const rule = rules[name]
    if (rule && value !== undefined) checkGiven(caller, name, value, rule)
  }
}

/** Refuses what is not as a rule says. @throws {TypeError} that says what would be right */
export function checkGiven(caller: string, name: string, value: unknown, [fits, says]: Rule): void {
  if (!fits(value)) throw new TypeError(`${caller}: ${name} must be ${says}, and is ${shown(value)}`)
}
