/** Steps from the whole to a part of it: `['stores', 0, 'plan']`. */
export type Path = readonly (string | number)[]

/** Where something stands in a text, both counted from 1. */
export interface Position {
  line: number
  column: number
}

/** One thing wrong with a scenario. */
export interface Mistake {
  path: Path
  /** What is wrong, and what would be right. */
  says: string
  /** The field of that name in the part, where it is the name that is wrong. */
  field?: string
  position?: Position | undefined
  /** The line of the text with a mark below, where the text is no YAML or JSON. */
  excerpt?: string
}

/** Mistakes that are told: whoever has more mends these first. */
const MOST_TOLD = 50

/** A scenario that is none: names each wrong field, where it stands, and what would be right there. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  /** The file, or what else the scenario came as. */
  readonly source: string
  readonly mistakes: readonly Mistake[]

  constructor(source: string, mistakes: readonly Mistake[]) {
    super(inFull(source, mistakes))
    this.source = source
    this.mistakes = mistakes
  }
}

/** A single mistake as editors find it: `shop.yaml:4:11: stores[0].plan: must be …`. */
function inFull(source: string, mistakes: readonly Mistake[]): string {
  const [first, second] = mistakes
  if (!first || second) return listed(source, mistakes.map(inList))
  const { line, column } = first.position ?? {}
  return `${[source, line, column].filter((part) => part !== undefined).join(':')}: ${inText(first)}`
}

/** A heading, and each mistake on a line of its own below it: `  4:11  stores[0].plan: must be …`. */
export function listed(source: string, lines: readonly string[]): string {
  const told = lines.slice(0, MOST_TOLD)
  const more = lines.length - told.length
  const all = more > 0 ? [...told, `and ${more} more`] : told
  return [`${source} has ${lines.length} mistakes:`, ...all.map((line) => `  ${line}`)].join('\n')
}

const inList = (mistake: Mistake): string =>
  mistake.position
    ? `${`${mistake.position.line}:${mistake.position.column}`.padEnd(6)} ${inText(mistake)}`
    : inText(mistake)

const inText = ({ path, says, excerpt }: Mistake): string =>
  `${path.length > 0 ? `${inWords(path)}: ` : ''}${says}${excerpt === undefined ? '' : `\n${excerpt}`}`

/** `stores[0].orders[2].note`. */
export function inWords(path: Path): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
