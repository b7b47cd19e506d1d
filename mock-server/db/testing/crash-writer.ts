// Writes until it is killed or the database fails, and says on standard output what was acknowledged.
//     node --import tsx crash-writer.ts write|replace|remake DIRECTORY
import { openDatabase } from '../database.ts'
import { generationRows, type Mode } from './generation.ts'

/** So few that the content is small, and the journal soon longer than it: then it is compacted. */
const KEPT = 3
// cast: what `startCrashWriter` gives.
const [mode, directory = ''] = process.argv.slice(2) as [Mode, string?]

// Beyond a limit on file sizes the write shall fail, not the process end.
process.on('SIGXFSZ', () => {})

const make = (generation: unknown) => Promise.resolve(generationRows(mode, Number(generation)))
const database = await openDatabase({ directory, compactAtBytes: 50_000, make })
await (mode === 'write' ? Promise.all(Array.from({ length: 16 }, (_, at) => write(at))) : replaceAll())

/** Each write sets two documents and a counter in three tables, and deletes what it set some writes ago. */
async function write(writer: number): Promise<void> {
  const counters = database.table<number>(null, 'counters')
  const tables = [database.table(1, 'documents'), database.table(2, 'documents')]
  for (let count = (counters.get(writer) ?? 0) + 1; ; count++) {
    for (const table of tables) {
      table.set(`${writer}-${count}`, { count, text: 'x'.repeat((count * 37) % 3000) })
      table.delete(`${writer}-${count - KEPT}`)
    }
    counters.set(writer, count)
    try {
      await database.write()
    } catch (error) {
      process.stdout.write(`failed ${String(error)}\n`)
      return
    }
    process.stdout.write(`${writer} ${count}\n`)
  }
}

/** Each replacement has one generation in all its rows. */
async function replaceAll(): Promise<void> {
  for (let generation = (database.table<number>(1, 'rows').get(0) ?? 0) + 1; ; generation++) {
    const recipe = mode === 'remake' ? generation : undefined
    await database.replace(generationRows(mode, generation), undefined, recipe)
    process.stdout.write(`0 ${generation}\n`)
  }
}
