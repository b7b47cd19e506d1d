import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const MAX_CHARACTERS = 60
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
/** Rooms that are no folder. */
const OTHER_ROOMS = [
  'admin',
  'changelog',
  'cli',
  'console',
  'db',
  'deps',
  'docs',
  'documents',
  'language',
  'mock',
  'readme',
  'release',
  'rules',
  'site',
]
const FORM = /^(\w+)(?:\(([^)]*)\))?!?: (.+)$/
/** Subjects that Git or a forge writes. */
const AUTOMATIC = /^(?:Merge |Revert "|fixup! |squash! |amend! )/

/** First words that end like a participle or a third person, and are imperative verbs. */
const IMPERATIVE = new Set(
  'address access bring bypass compress cross discuss embed exceed express feed focus guess miss need pass ping press process proceed progress publish seed shed speed spread string spring succeed suppress swing thread toss'.split(
    ' ',
  ),
)
/** Words that open a subject without a verb. */
const NO_VERB = new Set(
  'a an the this that these those what whatever where whether who whoever which when while how if of so no not none nothing all any each every both one two three some somebody nobody it its they there only also more less most new old now as at by for from in on with without to after before beside'.split(
    ' ',
  ),
)

const foldersIn = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|dist$)/.test(entry.name))
        .map(({ name }) => name)
    : []

/** Folders at the root, and those in the two large rooms and in the documents. */
export function roomsOf(root: string): string[] {
  const inner = ['mock-server', 'conformance', 'docs'].flatMap((room) => foldersIn(join(root, room)))
  return [...new Set([...foldersIn(root), ...inner, ...OTHER_ROOMS])].toSorted()
}

/** All that is wrong with the subject of a commit. */
export function mistakesIn(subject: string, rooms: readonly string[]): string[] {
  if (AUTOMATIC.test(subject)) return []
  const [, type = '', room, words = ''] = FORM.exec(subject) ?? []
  if (type === '') return ['is not of the form "type(room): imperative verb + object"']
  const mistakes: string[] = []
  if (subject.length > MAX_CHARACTERS)
    mistakes.push(`has ${subject.length} characters: write at most ${MAX_CHARACTERS}`)
  if (!TYPES.includes(type)) mistakes.push(`has the type "${type}": write one of ${TYPES.join(', ')}`)
  if (room !== undefined && !rooms.includes(room))
    mistakes.push(`has the room "${room}": write one of ${rooms.join(', ')}, or none`)
  const verb = verbMistake(words)
  if (verb !== undefined) mistakes.push(verb)
  if (words.endsWith('.')) mistakes.push('ends with a full stop: leave it out')
  return mistakes
}

function verbMistake(words: string): string | undefined {
  const [first = '', ...others] = words.split(' ')
  const imperative = 'write an imperative verb, such as "add", "fix" or "remove"'
  if (/^\p{Lu}[\p{Ll}]/u.test(first)) return `opens with a capital letter: write "${first.toLowerCase()}"`
  if (!/^[a-z][a-z-]*$/.test(first)) return `opens with "${first}": ${imperative}`
  if (NO_VERB.has(first)) return `opens with "${first}": ${imperative}`
  if (IMPERATIVE.has(first)) return undefined
  if (/(?:ed|ing)$/.test(first)) return `opens with the participle "${first}": ${imperative}`
  if (/[^su]s$/.test(first)) return `opens with "${first}", a third person or a plural: ${imperative}`
  return others.length === 0 ? 'has no object: say what the change is made to' : undefined
}
