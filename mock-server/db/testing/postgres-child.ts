// Starts a server, says where it is, and waits to be killed.
//     node --import tsx postgres-child.ts
import { startPostgres } from './postgres.ts'

const { directory } = await startPostgres()
process.stdout.write(`${directory}\n`)
process.stdin.resume()
