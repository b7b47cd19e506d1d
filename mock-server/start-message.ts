import pc from 'picocolors'
import type { RunningMock } from './serve.ts'

/** What a person wants to know first: where it is, with which keys, and one line to try. */
export function banner(running: RunningMock, data: string): string {
  const { base_url, admin_url, mock } = running
  const docs = new URL('/docs', base_url)
  const stores = mock.stores.records()
  const { api_key: key } = stores.find(({ plan }) => plan === 'paid') ?? { api_key: 'KEY' }
  const width = stores.reduce((widest, { name }) => Math.max(widest, name.length), 0)
  return [
    `${pc.bold('Invoicing mock')} on ${pc.cyan(base_url)}`,
    '',
    ...stores.map(({ name, plan, api_key }) => `  ${name.padEnd(width)}  ${plan}  ${api_key}`),
    '',
    `  curl -H 'X-Auth-Token: ${key}' '${base_url}/invoices?per_page=2'`,
    '',
    `  Documentation  ${docs}`,
    `  Admin API      ${admin_url}`,
    `  Data           ${data}, from the scenario ${mock.source.scenario}`,
    ...faultsIn(running),
    '',
  ].join('\n')
}

/** Whoever has forgotten them would look for what is wrong elsewhere. */
const faultsIn = ({ admin_url, mock }: RunningMock): string[] =>
  mock.faults.armed > 0
    ? [`  ${pc.yellow('Faults')}         ${mock.faults.armed}, listed at ${admin_url}/faults`]
    : []

/** The same for a program, in one line. */
export function readyLine({ base_url, admin_url, mock }: RunningMock): string {
  return `${JSON.stringify({
    base_url,
    admin_url,
    stores: mock.stores.records().map(({ name, plan, api_key }) => ({ name, plan, api_key })),
    scenario: mock.source.scenario,
    dialect: mock.dialect,
    pid: process.pid,
  })}\n`
}
