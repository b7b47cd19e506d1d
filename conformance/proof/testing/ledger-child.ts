import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Ledger } from '../../server/store/ledger.ts'

/** A run in a process of its own that has its turn and has noted what it must undo. */
export interface LedgerChild {
  kill(): Promise<void>
}

export async function startLedgerChild(folder: string, deployment: string): Promise<LedgerChild> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = spawn(process.execPath, ['--import', tsx, import.meta.filename, folder, deployment])
  await once(child.stdout, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function noteAndStay(folder: string, deployment: string): Promise<void> {
  const ledger = await Ledger.open(folder, deployment)
  await ledger.takeTurn()
  ledger.created('templates', 1)
  ledger.created('customers', 2)
  ledger.changing({ footer_message: 'as it was' })
  process.stdout.write('ready\n')
  setInterval(() => {}, 1000)
}

const [script, folder = '', deployment = ''] = process.argv.slice(1)
if (script === import.meta.filename) await noteAndStay(folder, deployment)
