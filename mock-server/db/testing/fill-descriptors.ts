// Compacts while no file can be opened, and says what comes of it. Run with a low `ulimit -n`.
//     node --import tsx fill-descriptors.ts DIRECTORY
import { closeSync, openSync, readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '../database.ts'
import { isSystemError } from '../errors.ts'

const [directory = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const database = await openDatabase({ directory, compactAtBytes: 1000, tell: (note) => say(`told ${note}`) })
await database.replace([[1, 'documents', 'first', 'x'.repeat(5000)]])

const taken: number[] = []
takeAll()
for (let key = 0; key < 20; key++) await write(key)
await setImmediate()
say(`failure ${String(database.failure)}`)
await database.replace([]).catch((error: unknown) => say(`replaced ${String(error)}`))
for (const descriptor of taken) closeSync(descriptor)
const before = snapshots()
for (let key = 20; snapshots() === before; key++) await write(key)
say('compacted')
await database.close()

async function write(key: number): Promise<void> {
  database.table<string>(1, 'documents').set(key, 'x'.repeat(1000))
  await database.write()
}

function takeAll(): void {
  try {
    for (;;) taken.push(openSync(process.execPath, 'r'))
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EMFILE') throw error
  }
}

function snapshots(): string {
  return readdirSync(directory)
    .filter((name) => name.startsWith('snapshot-'))
    .join()
}
