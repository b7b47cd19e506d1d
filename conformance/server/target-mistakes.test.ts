import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARTS, startMock, type StartedMock } from '../../mock-server/index.ts'
import type { ClauseId } from '../../schemas/clauses.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { sampleOf } from '../../schemas/testing/sample.ts'
import type { ConformanceReport, TargetFile } from '../../schemas/types.ts'
import { MUTANTS } from '../proof/mutants/index.ts'
import { exitCode } from '../reports/conclusion.ts'
import { githubReport } from '../reports/github.ts'
import { htmlReport } from '../reports/html.ts'
import { jsonReport } from '../reports/json-report.ts'
import { junitReport } from '../reports/junit.ts'
import { terminalReport } from '../reports/terminal.ts'
import { run } from '../run/run.ts'
import { parseTarget } from './load-target.ts'

let mock: StartedMock
/** Answers every request with the status in its path: `/204`; `/201?order=5` shows order 5, unedited. */
let dumb: Server
let dumbUrl: string

beforeAll(async () => {
  mock = await startMock({ scenario: 'default', seed: 3 })
  dumb = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://dumb')
    const order = JSON.stringify({ id: searchParams.get('order') })
    const bodies: Record<string, string> = { '/200': '{"emails":[]}', '/201': order }
    response.writeHead(Number(pathname.slice(1))).end(bodies[pathname])
  }).listen(0, '127.0.0.1')
  await once(dumb, 'listening')
  dumbUrl = `http://127.0.0.1:${(dumb.address() as AddressInfo).port}`
})
afterAll(async () => {
  dumb.closeAllConnections()
  dumb.close()
  await mock.close()
})

async function judged(
  change: Partial<TargetFile> | ((file: TargetFile) => Partial<TargetFile>),
  clauses: readonly ClauseId[],
  env: NodeJS.ProcessEnv = {},
  on: StartedMock = mock,
  { bail = false } = {},
): Promise<ConformanceReport> {
  const changed = typeof change === 'function' ? change(on.target) : change
  const target = parseTarget({ ...on.target, ...changed }, env)
  return jsonReport(await run(target, { clauses, seed: 4, runs: 1, bail }))
}

/** The same of one clause that fails, whose first failure tells enough. */
const failing = (
  change: Parameters<typeof judged>[0],
  clause: ClauseId,
  on: StartedMock = mock,
): Promise<ConformanceReport> => judged(change, [clause], {}, on, { bail: true })

const verdictOf = ({ verdicts }: ConformanceReport, clause: ClauseId) =>
  verdicts.find((verdict) => verdict.clause === clause)

const hook = (status: number) => ({ method: 'POST', url: `${dumbUrl}/${status}?order={order_id}` })
const withHook =
  (name: keyof NonNullable<TargetFile['hooks']>, status: number) =>
  ({ hooks }: TargetFile): Partial<TargetFile> => ({ hooks: { ...hooks, [name]: hook(status) } })

describe('a mistake of the target is told, and its clauses are skipped:', () => {
  const SCOPES = ['auth.scope-invoices', 'auth.scope-templates', 'auth.scope-customers'] as const
  const rows: {
    what: string
    change: Parameters<typeof judged>[0]
    field: string
    says: RegExp
    skipped: readonly ClauseId[]
    env?: NodeJS.ProcessEnv
  }[] = [
    {
      what: 'an empty variable for the other key',
      change: { other_store_api_key: '${OTHER}' },
      env: { OTHER: '' },
      field: 'other_store_api_key',
      says: /^the environment's OTHER is empty$/,
      skipped: SCOPES,
    },
    {
      what: 'an empty other key',
      change: { other_store_api_key: ' ' },
      field: 'other_store_api_key',
      says: /^it is empty$/,
      skipped: SCOPES,
    },
    {
      what: 'another key with a line end',
      change: { other_store_api_key: 'key\n' },
      field: 'other_store_api_key',
      says: /such as a line end/,
      skipped: SCOPES,
    },
    {
      what: 'an expired other key',
      change: { other_store_api_key: 'expired' },
      field: 'other_store_api_key',
      says: /every operation that reads answers 401 "Invalid API key" to it/,
      skipped: SCOPES,
    },
    {
      what: 'another key of the free plan',
      change: ({ free_plan_api_key = '' }) => ({ other_store_api_key: free_plan_api_key, free_plan_api_key }),
      field: 'free_plan_api_key',
      says: /^it is the same key as other_store_api_key/,
      skipped: ['auth.free-plan'],
    },
    {
      what: 'one key for two stores',
      change: ({ api_key }) => ({ other_store_api_key: api_key }),
      field: 'other_store_api_key',
      says: /^it is the same key as api_key; it has to be of another store$/,
      skipped: [...SCOPES, 'auth.scope-settings'],
    },
    {
      what: 'an expired free-plan key',
      change: { free_plan_api_key: 'expired' },
      field: 'free_plan_api_key',
      says: /answers 401/,
      skipped: ['auth.free-plan'],
    },
    {
      what: 'an expired rate-limited key',
      change: { rate_limited_api_key: 'expired' },
      field: 'rate_limited_api_key',
      says: /answers 401/,
      skipped: ['rate.limited-body'],
    },
    {
      what: 'an edit hook that answers 404',
      change: withHook('edit_order', 404),
      field: 'hooks.edit_order',
      says: /^POST http:\S+\/404\S* answered 404$/,
      skipped: [],
    },
    {
      what: 'edit hooks that answer 500',
      change: ({ hooks }) => ({ hooks: { ...hooks, edit_order: hook(500), edit_draft_order: hook(500) } }),
      field: 'hooks.edit_order',
      says: /answered 500$/,
      skipped: ['regenerate.resyncs'],
    },
    {
      what: 'a mailbox that answers 404',
      change: withHook('emails', 404),
      field: 'hooks.emails',
      says: /answered 404$/,
      skipped: ['email.recipient', 'email.mailbox'],
    },
    {
      what: 'a mailbox that is none',
      change: ({ hooks }) => ({ hooks: { ...hooks, emails: { method: 'GET', url: `${dumbUrl}/201` } } }),
      field: 'hooks.emails',
      says: /^it answers no JSON \{"emails": \[…\]\}$/,
      skipped: ['email.mailbox'],
    },
    {
      what: 'a hook with an empty variable in its headers',
      change: ({ hooks }) => ({
        hooks: { ...hooks, emails: { ...hook(200), headers: { authorization: 'Bearer ${TOKEN}' } } },
      }),
      env: { TOKEN: '' },
      field: 'hooks.emails',
      says: /^the environment's TOKEN is empty$/,
      skipped: ['email.mailbox'],
    },
  ]
  test.each(sampleOf(rows, 6))('$what', async ({ change, env, field, says, skipped }) => {
    const alone = skipped.length === 0 ? (['create.from-order'] as const) : skipped
    const report = await judged(change, ['list.envelope', ...alone], env)
    expect(report.target_mistakes).toContainEqual({ field, says: expect.stringMatching(says) })
    for (const clause of skipped)
      expect(verdictOf(report, clause)).toMatchObject({
        verdict: 'skipped',
        reason: expect.stringContaining(`mistake of the target: ${field}: `),
      })
    expect(report.verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([])
    expect([exitCode(report), report.conforms]).toEqual([2, false])
    expect(JSON.stringify(report)).not.toMatch(/ at .*\.ts:\d/)
  })

  test('a hook for bulk actions that answers 404: they are judged without it', async () => {
    const quick = await startMock({
      seed: 3,
      dialect: { 'bulk.duration': { base_ms: 300, per_invoice_ms: 0 } },
    })
    try {
      const report = await judged(withHook('finish_bulk', 404), ['bulk.ends', 'bulk.conflict'], {}, quick)
      expect(report.target_mistakes).toMatchObject([{ field: 'hooks.finish_bulk' }])
      expect(report.verdicts.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
      expect(exitCode(report)).toBe(2)
    } finally {
      await quick.close()
    }
  })

  test('nobody is told of what no selected clause needs', async () => {
    const report = await judged({ other_store_api_key: '', rate_limited_api_key: 'x' }, ['list.envelope'])
    expect(report.target_mistakes).toBeUndefined()
    expect(exitCode(report)).toBe(0)
  })

  test('every report tells it', async () => {
    const report = await judged({ other_store_api_key: '' }, ['list.envelope', 'auth.scope-invoices'])
    const texts = [
      terminalReport(report, { colors: false, width: 100 }),
      junitReport(report),
      githubReport(report),
      htmlReport(report),
    ]
    for (const text of texts) expect(text).toContain('other_store_api_key: it is empty')
    expect(texts[0]).toContain('the target is mistaken: other_store_api_key')
  })
})

describe('what every request needs is refused before any:', () => {
  test.each([
    [{ api_key: '' }, {}, 'target: api_key: it is empty'],
    [{ api_key: '${KEY}' }, { KEY: '' }, "target: api_key: the environment's KEY is empty"],
    [{ base_url: 'http://${HOST}/api' }, { HOST: '' }, "target: base_url: the environment's HOST is empty"],
    [
      { hooks: { emails: { method: 'GET', url: 'localhost:1/emails' } } },
      {},
      'target: hooks.emails.url localhost:1/emails is no URL of http or https',
    ],
  ])('%j', (change, env, message) => {
    expect(() => parseTarget({ ...mock.target, ...change }, env)).toThrow(message)
  })
})

describe('what a broken server could look like as well is a failure that says what in the target could explain it:', () => {
  const rows: {
    what: string
    change: Parameters<typeof judged>[0]
    clause: ClauseId
    perhaps: string
    /** Of a mock of its own. */
    dialect?: Partial<Dialect>
  }[] = [
    {
      what: 'orders that are gone',
      change: { order_ids: [999_999] },
      clause: 'create.from-order',
      perhaps: 'order_ids: order 999999 may be gone from the platform, or be a draft order',
    },
    {
      what: 'orders and draft orders swapped',
      change: ({ order_ids = [], draft_order_ids = [] }) => ({
        order_ids: draft_order_ids,
        draft_order_ids: order_ids,
      }),
      clause: 'create.from-order',
      perhaps: 'may be gone from the platform, or be a draft order',
    },
    {
      what: 'a free-plan key of a paid store',
      change: ({ other_store_api_key = '' }) => ({
        free_plan_api_key: other_store_api_key,
        other_store_api_key: undefined as never,
      }),
      clause: 'auth.free-plan',
      perhaps: 'free_plan_api_key: its store may be on a paid plan',
    },
    {
      what: 'a hook that edits nothing',
      change: withHook('edit_order', 201),
      clause: 'create.from-order',
      perhaps: 'hooks.edit_order: it answered 2xx, but may not have edited the order',
    },
    {
      what: 'a hook that ends no bulk action',
      change: withHook('finish_bulk', 204),
      clause: 'bulk.ends',
      dialect: { 'bulk.duration': { base_ms: 3_600_000, per_invoice_ms: 0 } },
      perhaps: 'hooks.finish_bulk: it answered 2xx, but may not have ended the bulk action',
    },
    {
      what: 'a mailbox of something else',
      change: (file) => ({ ...withHook('emails', 200)(file), patience_seconds: 2 }),
      clause: 'email.recipient',
      perhaps: 'hooks.emails: it answered 2xx, but may not have shown all emails of the store',
    },
  ]
  test.each(sampleOf(rows, 3))('$what', async ({ change, clause, perhaps, dialect }) => {
    const own = dialect && (await startMock({ scenario: 'default', seed: 3, dialect }))
    const report = await failing(change, clause, own)
    await own?.close()
    expect(verdictOf(report, clause)).toMatchObject({
      verdict: 'fail',
      counterexample: { perhaps: expect.stringContaining(perhaps) },
    })
    expect([exitCode(report), report.target_mistakes]).toEqual([1, undefined])
    for (const text of [
      terminalReport(report, { colors: false, width: 100 }),
      junitReport(report),
      githubReport(report),
      htmlReport(report),
    ])
      expect(text).toContain(perhaps)
  })

  test.each(sampleOf(['auth.scope-invoices', 'auth.scope-customers'] as const, 1))(
    'a server that has one store for all keys fails %s',
    async (clause) => {
      const open = await startMock({ seed: 3, ...oneStoreForAll })
      try {
        const report = await failing({}, clause, open)
        expect(verdictOf(report, clause)).toMatchObject({
          verdict: 'fail',
          counterexample: { perhaps: expect.stringContaining('may be of the same store as api_key') },
        })
        expect(exitCode(report)).toBe(1)
      } finally {
        await open.close()
      }
    },
  )

  test.each(MUTANTS.filter(({ says }) => /^(deleteTemplate|searchInvoices) is open to stores/.test(says)))(
    'and one refusal more or less of a good key is a failure without any: $id',
    async ({ mutate }) => {
      const broken = await startMock({ seed: 3, ...mutate(PARTS) })
      try {
        const report = await failing({}, 'auth.free-plan', broken)
        expect(verdictOf(report, 'auth.free-plan')?.verdict).toBe('fail')
        expect(report.target_mistakes).toBeUndefined()
      } finally {
        await broken.close()
      }
    },
  )
})

/** The other store's key is taken for the first one's. */
const oneStoreForAll = {
  ...PARTS,
  gates: PARTS.gates.map((gate) =>
    gate.name === 'authenticate'
      ? {
          name: gate.name,
          pass: (...[exchange, stores]: Parameters<typeof gate.pass>) => {
            const [own, other] = ['rich', 'second'].map((name) => stores.byName(name)?.record.api_key)
            if (own !== undefined && exchange.http.headers['x-auth-token'] === other)
              exchange.http.headers['x-auth-token'] = own
            return gate.pass(exchange, stores)
          },
        }
      : gate,
  ),
}
