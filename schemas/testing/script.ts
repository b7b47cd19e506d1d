import { Command } from 'commander'

/**
 * The command line of a script of the project, as `npm run NAME --` takes it: `--help` tells what it takes, and a
 * mistake ends with one line and exit code 2, as with every command.
 */
export const script = (name: string, does: string): Command =>
  new Command(`npm run ${name} --`)
    .description(does)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
