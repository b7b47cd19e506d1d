/** A mistake on the command line or in a file it names, in a line for people; several, a line each. Exit code 2. */
export class UsageError extends Error {
  readonly lines: readonly string[]

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
