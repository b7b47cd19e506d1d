import { parse } from 'yaml'
import { waiverProblems } from '../conformance/command/waivers.ts'
import { parseTarget } from '../conformance/server/load-target.ts'
import { expectationProblems } from '../mock-server/rehearse/judging/expectations.ts'
import { checkScenario } from '../scenarios/check.ts'
import { parseDialect } from '../schemas/dialect.ts'
import { blocksOf } from './pages.ts'

/** A file that a page shows. */
interface ShownFile {
  /** Path of its schema from the folder of schemas. */
  schema: string
  text: string
}

/** Readers of files, by their schemas. Each returns the mistakes that it finds, or throws them. */
const READERS: Record<string, (content: unknown, text: string) => readonly string[]> = {
  'target.json': (content, text) => parseTarget(content, variablesIn(text)).mistakes.map(String),
  'waivers.json': waiverProblems,
  'scenario.json': (content) => (checkScenario(content, 'page'), []),
  'desk/expectations.json': expectationProblems,
  'dialect.json': (content) => (parseDialect(content), []),
}

/** A value for each variable that a text names. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, `key-of-${name}`]))

/** Mistakes of a shown file, with and without the name of its schema in it. */
export function mistakesIn({ schema, text }: ShownFile): readonly string[] {
  const read = READERS[schema]
  if (read === undefined) return [`no reader of ${schema}`]
  const { $schema: _, ...content }: { $schema?: unknown } = parse(text)
  return [...read(content, text), ...read({ $schema: `./${schema}`, ...content }, text)]
}

/** Files on a page that name their schema, and target files, which need not. */
export const filesOn = (page: string): ShownFile[] =>
  blocksOf(page).flatMap(({ language, text }) => {
    const [, named] = /\$schema"?[=:] ?"?[^"\n]*?(?:contract|schemas)\/([\w/-]+\.json)/.exec(text) ?? []
    if (named !== undefined && /^(json|ya?ml)$/.test(language)) return [{ schema: named, text }]
    return language === 'json' && isTarget(text) ? [{ schema: 'target.json', text }] : []
  })

/** True for an object with the two required fields of a target file. The mock's line for programs has `admin_url` too. */
const isTarget = (text: string): boolean =>
  /^  "base_url":/m.test(text) && /^  "api_key":/m.test(text) && !text.includes('"admin_url"')
