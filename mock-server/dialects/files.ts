import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listed } from '../../scenarios/mistakes.ts'
import { parseJson, readTextFile } from '../../schemas/command-line/text-file.ts'
import { DialectError, parseDialect } from '../../schemas/dialect.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import { whyUnread } from '../../schemas/thrown.ts'
import { MockRefused } from '../mock-refused.ts'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const EXTENSION = '.json'

/** Names of the dialects that come with the kit: the JSON files of this folder. */
export const DIALECTS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(EXTENSION))
  .map((file) => file.slice(0, -EXTENSION.length))
  .toSorted()

/**
 * The answers to open questions of a dialect that comes with the kit, by its name, or of a JSON file.
 * @throws MockRefused that says what is wrong and what would be right
 */
export function readDialect(nameOrFile: string): object {
  const isNamed = DIALECTS.includes(nameOrFile)
  if (!isNamed && !/[./\\]/.test(nameOrFile) && !existsSync(nameOrFile))
    throw new MockRefused(
      `${nameOrFile}: there is no such dialect; ${didYouMean(nameOrFile, DIALECTS)} (or name a JSON file)`,
    )
  return readFile(isNamed ? `${FOLDER}${nameOrFile}${EXTENSION}` : nameOrFile)
}

function readFile(file: string): object {
  try {
    const answers = parseJson(readTextFile(file))
    parseDialect(answers)
    return Object(answers)
  } catch (error) {
    if (error instanceof DialectError) throw new MockRefused(inFile(file, error), { cause: error })
    throw new MockRefused(`The dialect file ${file} cannot be read: ${whyUnread(error)}`, { cause: error })
  }
}

const inFile = (file: string, { problems, message }: DialectError): string =>
  problems.length === 1 ? `${file}: ${message}` : listed(file, problems)
