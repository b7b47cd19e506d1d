// Compacts while no file can be opened, and says what comes of it. Run with a low `ulimit -n`.
//     node --import tsx fill-descriptors.ts DIRECTORY
import { closeSync, openSync, readdirSync } from 'node:fs'
import { openDatabase } from '../database.ts'
import { isSystemError } from '../system-error.ts'

const [directory = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const told: string[] = []
let key = 0
const tell = (note: string): void => {
  told.push(note)
  say(`told ${note}`)
}
const database = await openDatabase({ directory, compactAtBytes: 1000, tell })
await database.replace([[1, 'documents', 'first', 'x'.repeat(5000)]])

const taken: number[] = []
takeAll()
// Until a compaction has been tried, however slow that is; and with what this process itself let go of meanwhile, none can be done.
while (key < 20 || told.length === 0) {
  await write()
  takeAll()
}
say(`failure ${String(database.failure)}`)
await database.replace([]).catch((error: unknown) => say(`replaced ${String(error)}`))
for (const descriptor of taken) closeSync(descriptor)
const before = snapshots()
while (snapshots() === before) await write()
say('compacted')
await database.close()

async function write(): Promise<void> {
  database.table<string>(1, 'documents').set(key++, 'x'.repeat(1000))
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
