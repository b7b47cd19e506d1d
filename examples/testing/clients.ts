import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** A client with its tests. */
export interface ExampleClient {
  name: string
  kind: 'good' | 'naive'
  /** Where the command runs. */
  folder: string
  command: readonly [program: string, ...args: string[]]
}

const examples = join(import.meta.dirname, '..')
const vitest = join(examples, '..', 'node_modules', 'vitest', 'vitest.mjs')
const KINDS = ['good', 'naive'] as const

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('There is no python3 here: the examples in Python are left out.')

/** In each language that there is here; npm, which takes its time, is left out. */
export const CLIENTS: readonly ExampleClient[] = KINDS.flatMap((kind): ExampleClient[] => [
  {
    name: `the ${kind} client in TypeScript`,
    kind,
    folder: join(examples, 'typescript'),
    command: [process.execPath, vitest, 'run', `${kind}-client`],
  },
  {
    name: `the ${kind} client in Python`,
    kind,
    folder: join(examples, 'python'),
    command: ['python3', '-B', '-m', 'unittest', `test_${kind}_client`],
  },
]).filter(({ command: [program] }) => hasPython || program !== 'python3')
