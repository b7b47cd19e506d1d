import { InvalidArgumentError, Option, type Command } from 'commander'
import { positive, positiveInteger, seconds } from '../../schemas/command-line/whole-number.ts'
import { PERMISSIONS, PROFILES } from '../../schemas/permissions.ts'
import { LEAST_RPS } from '../run/options.ts'
import { isMarker } from '../server/store/marker.ts'

/** What a help text ends with. */
export const after = (exits: string, ...examples: string[]) =>
  `\n${exits}\n\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${examples.map((line) => `  invoicing-kit conformance ${line}`).join('\n')}`

/** The flags of every command that sends requests to one target. */
export function aimed(command: Command): Command {
  command
    .option('--target <file|url>', 'target file, or URL of one, such as /__admin/target of a mock')
    .option('--base-url <url>', 'base URL of the service, instead of a target file')
    .option('--api-key <key>', 'API key of the store (env: INVOICING_API_KEY)')
  return paced(command)
}

/** The flag of every command whose reports hold exchanges. */
export const showing = (command: Command): Command =>
  command.option(
    '--full-data',
    'show names, emails, addresses, phones and tax numbers of the store in the reports, unmasked',
  )

/** What may be done to a server, what is random, and how long and how fast. */
export function paced(command: Command): Command {
  return command
    .option(
      '--allow <list>',
      `permissions, comma-separated, instead of those of the target file: ${PERMISSIONS.join(', ')} or all`,
      listed,
    )
    .addOption(
      new Option(
        '--profile <name>',
        'named set of permissions, instead of --allow and of the target file; production only reads',
      ).choices(Object.keys(PROFILES)),
    )
    .option('--seed <number>', 'seed of all random values', wholeNumber)
    .option('--runs <number>', 'number of values that each property tries (default: 20)', positiveInteger)
    .option('--time-budget <seconds>', 'time after which the run ends with the verdicts it has', seconds)
    .option('--max-rps <number>', 'maximum number of requests per second', rate)
    .option(
      '--concurrency <number>',
      'maximum number of concurrent requests (default: 8); fewer than 8 weakens the race checks, and 1 disables them',
      positiveInteger,
    )
}

/** Runs a subcommand: its exit code becomes the process's, and whatever is thrown is exit code 2. */
export function doing<Args extends unknown[]>(
  command: Command,
  action: (...args: Args) => Promise<number>,
): Command {
  return command.action(async (...args: unknown[]) => {
    try {
      process.exitCode = await action(
        ...(args.slice(0, -1) as Args), // commander adds itself
      )
    } catch (error) {
      const { told } = await import('./refusal.ts')
      command.error(`error: ${told(error)}`, { exitCode: 2 })
    }
  })
}

/** Given again, the flag adds to what was given before. */
const listed = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text.split(',').map((item) => item.trim()),
]

/** @throws {InvalidArgumentError} */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** @throws {InvalidArgumentError} */
export function markerText(text: string): string {
  if (isMarker(text)) return text
  throw new InvalidArgumentError('It must be the marker of a report, such as ikmrt0abcdabcdef.')
}

function rate(text: string): number {
  const value = positive(text)
  if (value >= LEAST_RPS) return value
  throw new InvalidArgumentError(`It must be at least ${LEAST_RPS}, a request in ${1 / LEAST_RPS} seconds.`)
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 2 ** 31 - 1)
    throw new InvalidArgumentError('It must be a whole number below 2^31.')
  return value
}
