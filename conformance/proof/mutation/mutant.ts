/** One small change to the mock's sources, made by Stryker. */
export interface SourceMutant {
  /** Its number in the sandbox. */
  readonly id: string
  /** From `mock-server/`. */
  readonly file: string
  readonly line: number
  /** The function or constant of the file that it stands in. */
  readonly within: string
  /** Stryker's name for such changes. */
  readonly kind: string
  readonly original: string
  readonly replacement: string
}

const LONGEST = 120

/** What is changed into what, in one line: what stays true when lines move. */
export const changeOf = ({ original, replacement }: Pick<SourceMutant, 'original' | 'replacement'>): string =>
  `${inLine(original)} → ${inLine(replacement)}`

/** What a mutant is known by from one run to the next; alike ones of a function share it. */
export const keyOf = (mutant: Pick<SourceMutant, 'file' | 'within' | 'original' | 'replacement'>): string =>
  `${mutant.file} ${mutant.within}: ${changeOf(mutant)}`

function inLine(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}
