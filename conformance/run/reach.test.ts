import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { always, alwaysJson } from '../proof/hostile-server/answers.ts'
import { startHostileServer, type Behaviour } from '../proof/hostile-server/hostile-server.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { whyUnanswered } from '../server/client/obstacles.ts'
import { parseTarget } from '../server/load-target.ts'
import { run } from './run.ts'

let bureau: PlainServer
let strict: PlainServer
beforeAll(async () => {
  bureau = await startPlainServer({ profile: 'bureau' })
  strict = await startPlainServer({ profile: 'lenient' })
})
afterAll(() => Promise.all([bureau.close(), strict.close()]))

/** What a run says that finds nothing to judge. */
const said = (target: { base_url: string; api_key: string }) =>
  run(parseTarget({ ...target, patience_seconds: 5 }), { clauses: ['list.envelope'] }).then(
    () => 'judged',
    (error: Error) => error.message,
  )

/** The same of a server that does so. */
async function saidOf(behaviour: Behaviour, base_url?: (origin: string) => string): Promise<string> {
  const server = await startHostileServer(bureau.target.base_url, behaviour)
  const { origin } = new URL(server.base_url)
  try {
    return (await said({ base_url: base_url?.(origin) ?? server.base_url, api_key: 'k' })).replaceAll(
      origin,
      'ORIGIN',
    )
  } finally {
    await server.close()
  }
}

describe('a target that cannot be judged is told in words', () => {
  test('a key that is refused, whichever status says so', async () => {
    for (const { target } of [bureau, strict])
      expect(await said({ ...target, api_key: 'no-such-key' })).toMatch(
        / refuses the API key \(40[13]\): is it a key/,
      )
  })

  test('a key that is written as a variable of a shell', async () => {
    for (const { target } of [bureau, strict])
      expect(await said({ ...target, api_key: '$INVOICING_API_KEY' })).toMatch(
        / \(40[13]\): \$INVOICING_API_KEY was sent as it stands, .* environment as \$\{INVOICING_API_KEY\}$/,
      )
  })

  test("a key whose store's plan is free", async () => {
    for (const { target } of [bureau, strict])
      expect(await said({ ...target, api_key: target.free_plan_api_key })).toMatch(
        / forbids the API to this key \(403\): the plan of its store is free$/,
      )
  })

  test.each<[string, Behaviour, RegExp]>([
    [
      'a path that is not there',
      alwaysJson(404, {}),
      /^ORIGIN\/shop has no .*\(404\): is it ORIGIN\/api\/v1\/external\?$/,
    ],
    [
      'a web site',
      always(200, {}, '<!DOCTYPE html><p>Hi'),
      /a web site, not the API: is it ORIGIN\/api\/v1\/external\?$/,
    ],
    [
      'a gateway that asks for another login',
      always(
        401,
        { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="staging"' },
        '<html>401</html>',
      ),
      /^ORIGIN\/shop is behind a gateway that refuses access \(401, and asks for Basic realm="staging"\)$/,
    ],
    ['a firewall', always(403, {}, '<html>No</html>'), /is behind a gateway that refuses access \(403\)$/],
    [
      'a redirect',
      always(301, { location: 'https://h/' }, ''),
      /redirects \(301\) to https:\/\/h\/: aim there$/,
    ],
  ])('%s', async (_, behaviour, words) => {
    expect(await saidOf(behaviour, (origin) => `${origin}/shop`)).toMatch(words)
  })

  test('different answers', async () => {
    let n = 0
    const mixed: Behaviour = (visit) => alwaysJson(n++ % 2 === 0 ? 404 : 500, {})(visit)
    expect(await saidOf(mixed)).toMatch(
      /does not serve the API to this key: settings, invoices and templates answer 404, 500$/,
    )
  })

  test('TLS at a port that speaks none', async () => {
    expect(await saidOf(alwaysJson(200, {}), (origin) => origin.replace('http:', 'https:'))).toMatch(
      /answers no TLS on that port: try http:\/\/$/,
    )
  })

  test('nothing that listens', async () => {
    expect(await said({ base_url: 'http://127.0.0.1:9/api', api_key: 'k' })).toBe(
      'GET http://127.0.0.1:9/api/settings: nothing listens at 127.0.0.1:9 (connection refused): is the service running?',
    )
  })
})

test.each([
  ['ENOTFOUND', /there is no host h: is the name right\?/],
  ['EAI_AGAIN', /could not be looked up/],
  ['EHOSTUNREACH', /no way to h/],
  ['UND_ERR_CONNECT_TIMEOUT', /took no connection/],
  ['ECONNRESET', /closed before the answer was whole/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed: name a file .* NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /an authority that is not known here/],
  ['CERT_HAS_EXPIRED', /has expired/],
  ['CERT_NOT_YET_VALID', /not yet valid/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /is not for h$/],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /the TLS connection failed/],
  ['EWHATEVER', /as Node says/],
])('%s in words', (code, words) => {
  const request = { method: 'GET', url: 'https://h/x', headers: {}, body: null }
  expect(whyUnanswered(Object.assign(new Error('as Node says'), { code }), request).message).toMatch(words)
})
