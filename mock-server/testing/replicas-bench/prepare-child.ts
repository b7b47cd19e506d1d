// Starts a mock as the bench does, says where it and the bench's folder are, and waits to be killed.
//     node --import tsx prepare-child.ts
import { exitBySignals, newFolder, startMock } from './prepare.ts'

exitBySignals()
const folder = await newFolder()
const { pid } = await startMock('--memory')
process.stdout.write(`${JSON.stringify({ pid, folder })}\n`)
process.stdin.resume()
