import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { joinedScript } from '../../../schemas/testing/joined-script.ts'

/** A run in a process of its own that has its turn and has noted what it must undo. */
export interface LedgerChild {
  kill(): Promise<void>
}

export async function startLedgerChild(folder: string, deployment: string): Promise<LedgerChild> {
  const script = joinedScript(new URL('ledger-run.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder, deployment])
  await once(child.stdout, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
