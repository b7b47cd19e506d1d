import type { Command, Option } from 'commander'
import { conformanceCommand } from '../conformance/command/cli.ts'
import { fixturesCommand } from '../fixtures/cli.ts'
import { mockCommand } from '../mock-server/cli.ts'
import { rehearseCommand } from '../mock-server/rehearse/cli.ts'
import { scenarioCommand } from '../scenarios/cli.ts'
import { publishedScenarioSchema } from '../scenarios/published-schema.ts'
import { schemasCommand } from '../schemas/cli.ts'
import { blocksOf, proseOf } from './pages.ts'

/** Commands of `invoicing-kit`, with their subcommands and options. */
export const COMMANDS: readonly Command[] = [
  mockCommand(),
  conformanceCommand(),
  rehearseCommand(),
  scenarioCommand(),
  fixturesCommand({ scenario: publishedScenarioSchema() }),
  schemasCommand({ 'scenario.json': publishedScenarioSchema() }),
]

/** Blocks of these languages hold code of programs, which calls no commands. */
const PROGRAMS = new Set(['ts', 'js', 'python', 'java', 'diff', 'sql'])

const CALL =
  /(?:\bnpx (?:--no-install |--yes )?|\bpnpm exec |\byarn |\.bin\/|(?:^\s*|\$ |&& |; |\| |")(?:\w+=\S+ )*)invoicing-kit (.*)/
const START = /\bnpm start -- (.*)/
const SPAN = new RegExp(
  `^(?:npx |)(?:invoicing-kit )?((?:${COMMANDS.map((each) => each.name()).join('|')}) .*)`,
)

/** Arguments of each call of `invoicing-kit` in the fenced blocks, indented blocks and code spans of a page. */
export function callsOn(page: string): string[] {
  const fenced = blocksOf(page).filter(({ language }) => !PROGRAMS.has(language))
  const indented = proseOf(page).match(/(?<=^\n)(?: {4}.*\n)+/gm) ?? []
  const lines = [...fenced.map(({ text }) => text), ...indented].flatMap((text) =>
    text.replaceAll(/\\\n\s*/g, '').split('\n'),
  )
  const spans = [...proseOf(page).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll('\n', ' '))
  return [...lines.flatMap(callIn), ...spans.flatMap((span) => SPAN.exec(span)?.[1] ?? [])]
}

function callIn(line: string): string[] {
  const [, call] = CALL.exec(line) ?? []
  const [, options] = START.exec(line) ?? []
  return [call, options === undefined ? undefined : `mock ${options}`].filter((each) => each !== undefined)
}

/** Words of a command line as far as it goes: up to a pipe, a redirection, a comment, or an explanation after two spaces. */
function wordsOf(call: string): string[] {
  const [line = ''] = call.replaceAll('[options]', '').split(/(?<=\S)\s{2,}| \d?>{1,2} ?| < |[;&)]| [|#]/)
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) => word.replaceAll(/^\[|\]$/g, '')).filter((word) => !/^(…|\.\.\.)?$/.test(word))
}

/** Why `invoicing-kit` refuses these arguments: an unknown command or option, or too many operands. Nothing is executed. */
export function mistakeIn(call: string): string | undefined {
  const [name, ...words] = wordsOf(call)
  if (name === undefined || name.startsWith('-')) return undefined
  let command = COMMANDS.find((each) => each.name() === name)
  if (command === undefined) return `unknown command ${name}`
  let operands = 0
  while (words.length > 0) {
    const word = words.shift() ?? ''
    if (word === '--') break
    if (/^-./.test(word)) {
      const flag = word.replace(/=.*/, '')
      const option: Option | undefined = command.options.find(({ long, short }) =>
        [long, short].includes(flag),
      )
      if (option === undefined && !/^(-h|--help)$/.test(flag))
        return `${command.name()} has no option ${flag}`
      if (option !== undefined && !takeValue(option, word, words)) return `${flag} lacks its value`
    } else if (command.commands.length > 0) {
      const below: Command | undefined = command.commands.find((each) => each.name() === word)
      if (below === undefined) return `${command.name()} has no command ${word}`
      command = below
    } else operands++
  }
  const takes = command.registeredArguments
  const most = takes.some(({ variadic }) => variadic) ? Infinity : takes.length
  return operands > most ? `${command.name()} takes at most ${most} operands` : undefined
}

/** Removes the value of an option from the words that follow it. False if another option follows instead. */
function takeValue(option: Option, word: string, words: string[]): boolean {
  if ((!option.required && !option.optional) || word.includes('=')) return true
  const isValue = () => words.length > 0 && !/^-(-|$|[a-z])/.test(words[0] ?? '')
  if (!isValue()) return !option.required || words.length === 0
  do words.shift()
  while (option.variadic && isValue())
  return true
}
