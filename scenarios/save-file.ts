import { randomUUID } from 'node:crypto'
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { MockUnwilling } from './admin-client.ts'
import { MOST_YAML_IN_FILES } from './files.ts'
import type { Scenario } from './scenario.ts'
import { scenarioText } from './write.ts'
import { codeOf, messageOf } from '../schemas/thrown.ts'

/**
 * Writes a state, as the admin API answered it, to a file: as YAML where its name says so, else as JSON. The file is there
 * whole or as it was. Answers how long it is, in bytes.
 * @param force whether a file that is there is replaced
 * @throws MockUnwilling that says what is in the way
 */
export async function saveState(file: string, state: string, force: boolean): Promise<number> {
  const bytes = Buffer.from(/\.ya?ml$/i.test(file) ? asYaml(file, state) : state)
  try {
    await write(file, bytes, force)
    return bytes.length
  } catch (error) {
    throw error instanceof MockUnwilling ? error : new MockUnwilling(whyNot(file, error), { cause: error })
  }
}

/**
 * That a state may be saved in a file, before it is asked for.
 * @throws MockUnwilling that says what is in the way
 */
export async function checkFile(file: string, force: boolean): Promise<void> {
  if (file === '') throw new MockUnwilling('Name a file to save the state in, such as state.yaml.')
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) throw new MockUnwilling(`${file} is a folder: name a file in it.`)
  if (there?.isFile() && !force)
    throw new MockUnwilling(`${file} is there already: add --force to replace it, or name another file.`)
}

/** What a link leads to is replaced, not the link; a pipe or a device, such as /dev/stdout, is written to as it stands. */
async function write(file: string, bytes: Buffer, force: boolean): Promise<void> {
  await checkFile(file, force)
  const there = await stat(file).catch(() => undefined)
  if (there && !there.isFile()) return writeFile(file, bytes)
  await replace(there ? await realpath(file) : file, bytes)
}

async function replace(file: string, bytes: Buffer): Promise<void> {
  const beside = `${file}.${randomUUID()}.unfinished`
  try {
    await writeFile(beside, bytes, { flush: true, flag: 'wx' })
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

function asYaml(file: string, state: string): string {
  // The mock answers what its schema says.
  const text = [...scenarioText(JSON.parse(state) as Scenario, 'yaml')].join('')
  if (text.length <= MOST_YAML_IN_FILES) return text
  throw new MockUnwilling(
    `The state is ${(text.length / 1e6).toFixed(1)} MB, and no more than ${MOST_YAML_IN_FILES / 1e6} MB of YAML are read again: save it as ${file.replace(/\.ya?ml$/i, '.json')}.`,
  )
}

function whyNot(file: string, error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return `There is no folder ${dirname(file)}: make it, or save elsewhere.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return `${file} may not be written by you.`
  return `${file} cannot be written: ${messageOf(error)}`
}
