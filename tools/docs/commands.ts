import type { Argument, Command, Option } from 'commander'
import { conformanceCommand } from '../../conformance/command/cli.ts'
import { fixturesCommand } from '../../fixtures/cli.ts'
import { mockCommand } from '../../mock-server/cli.ts'
import { rehearseCommand } from '../../mock-server/rehearse/cli.ts'
import { scenarioCommand } from '../../scenarios/cli.ts'
import { publishedScenarioSchema } from '../../scenarios/published-schema.ts'
import { schemasCommand } from '../../schemas/cli.ts'
import { code, fence, page, prose, section, sentence, table } from './markdown.ts'
import type { Pages } from './page.ts'

/** A page for each command of `invoicing-kit`, made from the program itself. */
export function commandPages(): Pages {
  const commands = [
    mockCommand(),
    conformanceCommand(),
    rehearseCommand(),
    scenarioCommand(),
    fixturesCommand({ scenario: publishedScenarioSchema() }),
    schemasCommand({ 'scenario.json': publishedScenarioSchema() }),
  ]
  return Object.fromEntries(
    commands.map((command) => [`commands/${command.name()}.md`, commandPage(command)]),
  )
}

function commandPage(command: Command): string {
  const name = command.name()
  const own = command.commands.length === 0 ? described(command, `invoicing-kit ${name}`) : after(command)
  return page(
    `invoicing-kit ${name}`,
    sentence(prose(command.description())),
    table(
      ['Subcommand', 'Effect'],
      command.commands.map((below) => [
        `[${code(below.name())}](#${below.name()})`,
        sentence(prose(below.description())),
      ]),
    ),
    ...own,
    ...command.commands.map((below) =>
      section(
        below.name(),
        sentence(prose(below.description())),
        ...described(below, `invoicing-kit ${name} ${below.name()}`),
      ),
    ),
  )
}

function described(command: Command, name: string): string[] {
  return [
    fence('text', `${name} ${usageOf(command)}`.trim()),
    table(
      ['Argument', 'Meaning', 'Choices'],
      command.registeredArguments
        .filter(({ description }) => description !== '')
        .map((each) => [code(argumentName(each)), sentence(prose(each.description)), choices(each)]),
    ),
    table(['Option', 'Effect', 'Default', 'Environment variable'], command.options.map(optionRow)),
    ...after(command),
  ]
}

/** The usage of Commander; `[options]` is left out where `--help` is the only one. */
const usageOf = (command: Command): string =>
  command.options.length === 0 ? command.usage().replace('[options]', '').trim() : command.usage()

const argumentName = (argument: Argument): string => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

const choices = ({ argChoices }: Argument | Option): string => argChoices?.map(code).join(', ') ?? ''

/** Defaults and variables that Commander does not know stand in parentheses at the end of the description. */
const REMARK = / \((default|env): ([^()]+)\)/g

function optionRow(option: Option): string[] {
  const remarks = Object.fromEntries(
    [...option.description.matchAll(REMARK)].map(([, key, value]) => [key, value]),
  )
  const says = sentence(prose(option.description.replaceAll(REMARK, '')))
  const allowed = option.argChoices === undefined ? '' : ` One of ${choices(option)}.`
  const variable = option.envVar ?? remarks['env']
  return [
    code(option.flags),
    `${says}${allowed}${option.mandatory ? ' Required.' : ''}`,
    defaultOf(option) ?? prose(remarks['default'] ?? ''),
    variable === undefined ? '' : code(variable),
  ]
}

function defaultOf({ defaultValue, defaultValueDescription }: Option): string | undefined {
  if (defaultValueDescription !== undefined) return code(defaultValueDescription)
  return defaultValue === undefined ? undefined : code(String(defaultValue))
}

/** The text after the options in `--help`: paragraphs as prose, indented lines as they are. */
function after(command: Command): string[] {
  let text = ''
  command.configureOutput({ writeOut: (piece) => void (text += piece) })
  command.outputHelp()
  return text
    .slice(command.helpInformation().length)
    .trim()
    .split(/\n{2,}/)
    .map((part) => afterPart(part))
}

function afterPart(part: string): string {
  const [head = '', ...lines] = part.split('\n')
  if (!/^\w+:$/.test(head)) return prose(part)
  const isShell = head.startsWith('Example')
  const shown = lines.map((line) => line.trim()).map((line) => (isShell ? `npx ${line}` : line))
  return [head, fence(isShell ? 'sh' : 'text', shown.join('\n'))].join('\n\n')
}
