import type { Variation } from '../variations/variation.ts'

/** How a rehearsal was started, as far as its lines repeat it. */
export interface Started {
  command: readonly string[]
  scenario: string | undefined
  seed: number | undefined
  /** Other flags that a repetition needs as well, such as `--env`, `NAME=base_url`. */
  flags: readonly string[]
}

/** A word as a shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

const filledWith = ({ scenario, seed }: Started): string[] => [
  ...(scenario === undefined ? [] : ['--scenario', quoted(scenario)]),
  ...(seed === undefined ? [] : ['--seed', String(seed)]),
]

/** The line that rehearses one variation alone. */
export const repeatLine = ({ name }: Variation, started: Started): string =>
  [
    'npx invoicing-kit rehearse --only',
    quoted(name),
    ...filledWith(started),
    ...started.flags.map(quoted),
    '--',
    ...started.command.map(quoted),
  ].join(' ')

/** Scenarios that hold much the same as what is added. */
const LIKE = { 'many-invoices': 'many-invoices', 'many-scripts': 'unicode' } as const

/** Lines that start a mock that is otherwise in just this; the later ones are for another terminal. */
export function byHand({ parts }: Variation, started: Started): string[] {
  const whats = parts.map(({ what }) => what)
  const answers = whats.flatMap((what) => (what.kind === 'answer' ? [[what.key, what.value] as const] : []))
  const data = whats.find((what) => what.kind === 'data')
  const scenario = data ? { ...started, scenario: LIKE[data.data] } : started
  const dialect = answers.length > 0
  const mock = [
    'npx invoicing-kit mock --memory',
    ...filledWith(scenario),
    ...(dialect ? ['--dialect dialect.json'] : []),
  ]
  return [
    ...(dialect ? [`echo ${quoted(JSON.stringify(Object.fromEntries(answers)))} > dialect.json`] : []),
    mock.join(' '),
    ...whats.flatMap((what) => (what.kind === 'fault' ? [faultLine(what.input)] : [])),
  ]
}

const faultLine = (input: object): string =>
  `curl http://127.0.0.1:4010/__admin/faults -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(input))}`
