/** How the options of a mock are called: flags on the command line, properties in a program. */
type OptionName = (option: string) => string

/** The mock cannot be started as asked; the message is for people and says what to do. */
export class MockRefused extends Error {
  /** The same for people who typed a command. */
  readonly forCommand: string

  constructor(says: string | ((named: OptionName) => string), options?: ErrorOptions) {
    const said = typeof says === 'string' ? () => says : says
    super(
      said((option) => `\`${option}\``),
      options,
    )
    this.forCommand = said((option) => `--${option}`)
  }
}
