import { Command, InvalidArgumentError } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import { positiveInteger, seconds, wholeNumber } from '../../schemas/command-line/whole-number.ts'
import type { Flags } from './command.ts'

/** `invoicing-kit rehearse`: every flag. What it does is loaded when it is asked for. */
export function rehearseCommand(): Command {
  const command = new Command('rehearse')
    .description('run the tests of an integration against every behaviour that the contract allows')
    .argument('[command...]', 'command to run, after --; it reads INVOICING_BASE_URL and INVOICING_API_KEY')
    .option(
      '--with <list>',
      'groups to try, comma-separated: dialect, errors, faults, data; or names of variations',
      listed,
    )
    .option(
      '--only <names...>',
      'variations to try, and no others, such as status.created=200 or createInvoice=reset:once',
    )
    .option('--random <n>', 'number of random combinations to try in addition', wholeNumber(10_000), 0)
    .option('--seed <number>', 'seed of the scenario and of the combinations', wholeNumber())
    .option('--jobs <n>', 'maximum number of parallel runs, if the command allows it', positiveInteger, 1)
    .option('--repeat <n>', 'runs of each variation, against flaky passes', positiveInteger, 1)
    .option(
      '--timeout <seconds>',
      'maximum time of a run (default: ten times the first run, at least 30)',
      seconds,
    )
    .option('--scenario <name|file>', 'scenario of each mock (default: "default")')
    .addOption(
      repeatable(
        '--env <name=field>',
        'set one more environment variable, such as BILLING_URL=base_url; repeatable',
      ),
    )
    .option('--port <number>', 'fixed port of the mock, for a client with a fixed address', portNumber)
    .option('--expect <file>', 'file of known weaknesses and other demands, JSON or YAML')
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
The command must pass with other answers to open questions, more data, latency, one 429, one 5xx, one reset, one cut
and one lost answer. With any other fault it may fail with its own error, but must not hang. It may also fail if a fault hides
whether an email, bulk action, customer or template was created. A record that is created twice always counts as a
failure. --expect changes these demands.

Exit codes: 0 all variations survived, 1 not all, 2 bad usage, or the command fails without any variation.

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
