// Opens a directory when it is told to, says whether it has it, and keeps it until it is killed.
//     node --import tsx contender.ts DIRECTORY
import { once } from 'node:events'
import { openDatabase } from '../database.ts'
import { DatabaseInUse } from '../errors.ts'

const [directory = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say('ready')
await once(process.stdin, 'data')
try {
  await openDatabase({ directory, tell: say })
  say('has it')
} catch (error) {
  if (!(error instanceof DatabaseInUse)) throw error
  say(error.message)
}
