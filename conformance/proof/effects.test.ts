import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../../mock-server/index.ts'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'

// The effects that a report names are compared with the mock's own records.

let mock: StartedMock
let folder: string

beforeEach(async () => {
  mock = await startMock({ scenario: 'default', seed: 3 })
  folder = mkdtempSync(join(tmpdir(), 'effects-'))
})
afterEach(async () => {
  await mock.close()
  rmSync(folder, { recursive: true })
})

const admin = async (path: string): Promise<unknown> => (await fetch(`${mock.admin_url}${path}`)).json()

/** Every platform order of the store by its id, as the platform shows it. */
async function orders(): Promise<Map<number, string>> {
  const all = await Promise.all(
    ['orders', 'draft_orders'].map((kind) => admin(`/stores/${mock.stores[0]?.name}/${kind}?per_page=250`)),
  )
  // As the admin API answers its lists.
  const lists = all as Record<string, { id: number }[]>[]
  return new Map(
    lists.flatMap((each) => Object.values(each).flat()).map((order) => [order.id, JSON.stringify(order)]),
  )
}

/** Invoices of the store. */
async function countInvoices(): Promise<number> {
  const headers = { 'x-auth-token': mock.target.api_key }
  const answer = await fetch(`${mock.base_url}/invoices?per_page=1`, { headers })
  // As the mock answers its list.
  return ((await answer.json()) as { meta: { total: number } }).meta.total
}

const targetWith = (given: Partial<TargetFile>) => parseTarget({ ...mock.target, ...given })

describe('platform orders', () => {
  const EDITING = ['create.from-order', 'regenerate.resyncs'] as const

  test('are as they were after a run that edited them, and the report counts them', async () => {
    const before = await orders()
    const { effects, left_behind } = await run(targetWith({ allow: ['invoices', 'orders'] }), {
      clauses: EDITING,
      seed: 5,
      runs: 2,
    })
    expect(effects?.requests['hook edit_order']).toBeGreaterThan(10)
    expect(effects?.restored['orders']).toBe(effects?.changed['orders'])
    expect(await orders()).toEqual(before)
    expect(left_behind.filter((line) => !line.startsWith('invoice '))).toEqual([])
  })

  test('are as they were after a run that was interrupted', async () => {
    const before = await orders()
    const abort = new AbortController()
    const result = await run(targetWith({ allow: ['invoices', 'orders'] }), {
      clauses: EDITING,
      signal: abort.signal,
      onProgress: ({ requests }) => requests > 60 && abort.abort('interrupted'),
    })
    expect(result.stopped).toBe('interrupted')
    expect(await orders()).toEqual(before)
  })

  test('are restored after a kill, by the next run from that folder', async () => {
    const before = await orders()
    const file = join(folder, 'target.json')
    writeFileSync(file, JSON.stringify({ ...mock.target, allow: ['invoices', 'orders'], profile: undefined }))
    const flags = ['conformance', 'run', ...EDITING, '--target', file, '--max-rps', '80']
    const child = spawn(process.execPath, [...FRONT_DOOR, ...flags], { cwd: folder, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const isEdited = async () => [...(await orders())].some(([id, order]) => before.get(id) !== order)
    await expect.poll(isEdited, { timeout: 120_000 }).toBe(true)
    child.kill('SIGKILL')
    await ended
    expect(readdirSync(folder).some((name) => name.startsWith('.invoicing-kit-conformance'))).toBe(true)
    await run(targetWith({ allow: ['orders'] }), { clauses: ['list.envelope'], ledger: folder })
    expect(await orders()).toEqual(before)
  })

  test('that cannot be read are not edited', async () => {
    const before = await orders()
    const blind = await blindPlatform(mock.target.hooks?.edit_order?.url ?? '')
    const hooks = { edit_order: { method: 'PATCH', url: blind.url } }
    const { verdicts } = await run(targetWith({ allow: ['invoices', 'orders'], hooks }), {
      clauses: ['regenerate.resyncs'],
    })
    await blind.close()
    expect(await orders()).toEqual(before)
    expect(verdicts).toMatchObject([
      { reason: expect.stringContaining('the order could not be read before its edit') },
    ])
  })
})

/** A platform that takes edits and answers nothing. */
async function blindPlatform(url: string) {
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const id = request.url?.slice(1) ?? ''
      const headers = { 'content-type': 'application/merge-patch+json' }
      const body = Buffer.concat(chunks).toString()
      await fetch(url.replace('{order_id}', id), { method: 'PATCH', headers, body })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number } // it listens on TCP
  return { url: `http://127.0.0.1:${port}/{order_id}`, close: async () => void server.close() }
}

describe('a report', () => {
  test('counts the emails of the mailbox, by recipient', async () => {
    const { effects } = await run(targetWith({ allow: ['email', 'invoices'] }), {
      clauses: ['email.queued', 'email.template', 'email.mailbox'],
    })
    const { emails } = (await admin(`/emails?store=${mock.stores[0]?.name}`)) as { emails: { to: string }[] }
    const counts: Record<string, number> = {}
    for (const { to } of emails) counts[to] = (counts[to] ?? 0) + 1
    expect(Object.keys(counts).length).toBeGreaterThan(0)
    expect(Object.fromEntries(effects?.emails.map(({ to, count }) => [to, count]) ?? [])).toEqual(counts)
  })

  test('counts the invoices that the store has more', async () => {
    const before = await countInvoices()
    const { effects } = await run(targetWith({ allow: ['invoices'] }), {
      clauses: ['create.from-order', 'create.returns-existing', 'create.draft-type'],
    })
    expect(effects?.created['invoices']).toBe((await countInvoices()) - before)
    expect(effects?.orders.fresh).toBe(effects?.created['invoices'])
    const from = 1076
    const to = String(from + (effects?.created['invoices'] ?? 0))
    expect(effects?.counters).toEqual([{ name: 'next_invoice_number', from: String(from), to }])
  })

  test('of a run that only reads names no effect', async () => {
    const { effects } = await run(targetWith({ allow: [] }), { clauses: ['list.envelope', 'pdf.download'] })
    expect(effects).toMatchObject({ created: {}, changed: {}, restored: {}, emails: [], counters: [] })
    expect(effects?.documents).toBeLessThanOrEqual(3)
  })
})

describe('emails', () => {
  test('go to nobody whom the target does not name', async () => {
    const { verdicts } = await run(
      targetWith({ allow: ['email', 'invoices'], email_recipients: ['qa@example.test'] }),
      { clauses: ['email.queued'] },
    )
    expect(verdicts).toMatchObject([
      {
        outcome: 'not_exercised',
        reason: expect.stringContaining('no invoice goes to one of the email_recipients of the target'),
      },
    ])
    expect(await admin(`/emails?store=${mock.stores[0]?.name}`)).toMatchObject({ emails: [] })
  })

  test('go to an address that the run gave the order', async () => {
    const { verdicts, effects } = await run(
      targetWith({ allow: ['email', 'invoices', 'orders'], email_recipients: [] }),
      { clauses: ['email.queued', 'email.mailbox'] },
    )
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['pass', 'pass'])
    const recipients = effects?.emails.map(({ to }) => to) ?? []
    expect(recipients.filter((to) => !/@example\.(test|com|org)$/.test(to))).toEqual([])
    expect(recipients.length).toBeGreaterThan(0)
  })

  test('without recipients and without hooks their clauses are skipped', async () => {
    const { verdicts } = await run(
      targetWith({ allow: ['email', 'invoices'], email_recipients: [], hooks: {} }),
      { clauses: ['email.queued'] },
    )
    expect(verdicts).toMatchObject([
      { outcome: 'skipped', reason: 'needs email_recipients in the target file' },
    ])
  })
})

test('orders of a hook supply a run that was given none', async () => {
  const store = mock.stores[0]?.name
  const hooks = {
    create_order: { method: 'POST', url: `${mock.admin_url}/stores/${store}/orders` },
    create_draft_order: { method: 'POST', url: `${mock.admin_url}/stores/${store}/draft_orders` },
  }
  const given = { allow: ['invoices', 'orders'] as const, order_ids: [], draft_order_ids: [], hooks }
  const { verdicts, effects, left_behind } = await run(targetWith({ ...given, allow: [...given.allow] }), {
    clauses: ['create.from-order', 'create.returns-existing-draft'],
  })
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['pass', 'pass'])
  const created = left_behind.filter((told) => /^(draft )?order \d+ was created$/.test(told)).length
  expect(created).toBeGreaterThan(0)
  expect(effects?.created).toMatchObject({ orders: created })
  expect(effects?.orders).toMatchObject({ given: created })
})
