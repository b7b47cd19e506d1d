import { Command, InvalidArgumentError } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import { positiveInteger, seconds, wholeNumber } from '../../schemas/command-line/whole-number.ts'
import type { Flags } from './command.ts'

/** `invoicing-kit rehearse`: every flag. What it does is loaded when it is asked for. */
export function rehearseCommand(): Command {
  const command = new Command('rehearse')
    .description('run the tests of an integration under everything that the contract allows')
    .argument(
      '[command...]',
      'what to run, after --: it finds the mock by INVOICING_BASE_URL, INVOICING_API_KEY …',
    )
    .option(
      '--with <list>',
      'what to try, comma-separated: dialect, errors, faults, data, or variations',
      listed,
    )
    .option('--only <names...>', 'try these alone, such as status.created=200 or createInvoice=reset:once')
    .option('--random <n>', 'combinations to try besides', wholeNumber(10_000), 0)
    .option('--seed <number>', 'seed of the scenario and of the combinations', wholeNumber())
    .option('--jobs <n>', 'runs at a time, where they do not get into each other’s way', positiveInteger, 1)
    .option('--repeat <n>', 'runs of each variation, for what passes by luck', positiveInteger, 1)
    .option('--timeout <seconds>', 'what a run may take (default: ten times the first, 30 at least)', seconds)
    .option('--scenario <name|file>', 'what each mock is filled with (default: "default")')
    .addOption(
      repeatable('--env <name=field>', 'also set a variable, such as BILLING_URL=base_url; repeatable'),
    )
    .option('--port <number>', 'port of the mock, for a client with a fixed address', portNumber)
    .option('--expect <file>', 'known weaknesses and other demands, JSON or YAML')
    .addOption(
      repeatable('--report <format=file>', 'also write json=FILE, junit=FILE or html=FILE; repeatable'),
    )
    .option('--bail', 'stop at the first variation that is not survived')
    .addHelpText('after', HELP)
  return command.action(async (words: string[], flags: Flags) => {
    if (words.length === 0) command.error(`error: ${WHAT}`, { exitCode: 2 })
    try {
      const { runRehearsal } = await import('./command.ts')
      process.exitCode = await runRehearsal(words, flags)
    } catch (error) {
      const { told } = await import('./refusal.ts')
      command.error(`error: ${told(error)}`, { exitCode: 2 })
    }
  })
}

const WHAT = 'what is to be run is missing, after --: invoicing-kit rehearse -- npm test'

const HELP = `
The command must pass under every other answer, more data, latency, one 429, one 5xx, one reset, one cut and one lost
answer. Under all else it may end with its error, but not hang; so it may where it cannot know whether an email, a bulk
action, a customer or a template was made (5xx, reset, cut, lost). Made twice is never survived. --expect says otherwise.

Exit codes: 0 survived all, 1 not all, 2 the command fails or sends nothing as things are (or bad usage).

Examples:
  invoicing-kit rehearse -- npm test
  invoicing-kit rehearse --with dialect,faults --jobs 2 --report html=rehearsal.html -- npx vitest run
  invoicing-kit rehearse --only createInvoice=lost-answer:once -- python -m unittest`

const listed = (text: string): string[] => text.split(',').map((item) => item.trim())

function portNumber(text: string): number {
  const port = wholeNumber(65_535)(text)
  if (port === 0)
    throw new InvalidArgumentError('It must be at least 1; left out, each mock takes a free one.')
  return port
}
