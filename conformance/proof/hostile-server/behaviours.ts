import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import {
  always,
  alwaysJson,
  closes,
  cuts,
  drips,
  hangs,
  isCreation,
  isWrite,
  only,
  replaced,
  rewritten,
} from './answers.ts'
import type { Behaviour, Visit } from './hostile-server.ts'

/** A body that is longer than is read: 33 MB of spaces. */
const BOMB = Buffer.alloc(33 * 2 ** 20, ' ')
const FAST = { level: 1 }
const FAST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const bomb = (encoding: string, pack: (bytes: Buffer) => Buffer) => {
  let packed: Buffer | undefined
  return (when: (visit: Visit) => boolean) =>
    only(when, (visit) => {
      packed ??= pack(BOMB)
      return always(200, { 'content-type': 'application/json', 'content-encoding': encoding }, packed)(visit)
    })
}

const isList = ({ method, path }: Visit) => method === 'GET' && path.endsWith('/templates')

/** Line ends of all kinds, each before what a log may take for a command. */
export const COMMANDS = [
  '\n',
  '\r',
  '\r\n',
  '\u000b',
  '\f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\n  \u00a0',
].flatMap((end) =>
  ['::stop-commands::x', '::error title=owned::owned', '##[error]owned'].map((command) => end + command),
)

/** Texts of records, but what identifies or types them. */
const TEXTS =
  /^(name|first_name|last_name|customer_name|note|number|title|message|error|footer_message|tags)$/
const texts = (text: string) => replaced((value, field) => (TEXTS.test(field) ? text : value))

/** Nested arrays in a JSON text. */
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const withField = (name: string, json: string) => (text: string) =>
  text.startsWith('{"') ? `{${JSON.stringify(name)}:${json},${text.slice(1)}` : text

/** A key as a server may give it back: spelled in escapes, and with line ends within. */
const spelled = (key: string) =>
  JSON.stringify({
    plain: key,
    upper: key.toUpperCase(),
    percent: [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join(''),
    html: [...key].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    base64: Buffer.from(key).toString('base64'),
    hex: Buffer.from(key).toString('hex'),
    lines: [...key].join('\n'),
  }).replace(
    '{',
    `{"escaped":"${[...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}",`,
  )

/** What a hostile server does, by name. */
export const BEHAVIOURS = {
  'drips every answer': drips,
  'drips answers to reads but the first few': only(({ n, method }) => n > 20 && method === 'GET', drips),
  'drips answers to writes': only(isWrite, drips),
  'hangs on everything': hangs,
  'hangs on writes, which it does': only(isWrite, hangs),
  'hangs after fifty requests': only(({ n }) => n > 50, hangs),
  'closes every connection': closes,
  'closes connections of writes, which it does': only(isWrite, closes),
  'cuts answers short': only(({ n }) => n % 3 === 0, cuts),
  'limits for ever': alwaysJson(429, { error: 'slow down', retry_after: 0.1 }),
  'limits for ever after fifty requests': only(
    ({ n }) => n > 50,
    alwaysJson(429, { error: 'slow down', retry_after: 0 }),
  ),
  'wants waits of a year': only(
    ({ n }) => n > 50,
    alwaysJson(429, { error: 'later', retry_after: 31_536_000 }),
  ),
  'redirects to a stranger': always(302, { location: 'https://stranger.example/api/v1/external' }, ''),
  'is a web site': always(200, { 'content-type': 'text/html' }, '<!doctype html><title>Shop</title>'),
  'is a web site without such pages': always(404, { 'content-type': 'text/html' }, '<html>Not here</html>'),
  'is a gateway whose server is down': always(
    502,
    { 'content-type': 'text/html' },
    '<html>Bad Gateway</html>',
  ),
  'answers something else': alwaysJson(200, { hello: 'world' }),
  'answers null': alwaysJson(200, null),
  'answers bytes that are no text': always(
    200,
    { 'content-type': 'application/json' },
    Buffer.alloc(999, 0xff),
  ),
  'speaks no HTTP': async ({ response }) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'sends headers without end': always(200, { 'x-long': 'x'.repeat(40_000) }, '{}'),
  'says gzip and is none': always(200, { 'content-encoding': 'gzip' }, '{}'),
  'packs a bomb in gzip': bomb('gzip', (bytes) => gzipSync(bytes, FAST))(isList),
  'packs a bomb in br': bomb('br', (bytes) => brotliCompressSync(bytes, FAST_BROTLI))(isList),
  'packs a bomb in deflate': bomb('deflate', (bytes) => deflateSync(bytes, FAST))(isList),
  'packs a bomb twice': bomb('gzip, gzip', (bytes) => gzipSync(gzipSync(bytes, FAST)))(isList),
  'packs it nine times': only(
    isList,
    always(200, { 'content-encoding': Array(9).fill('gzip').join() }, '{}'),
  ),
  'nests a hundred thousand levels': rewritten(withField('extra', deep(100_000))),
  'nests a hundred thousand levels in answers to writes': only(
    isWrite,
    rewritten(withField('extra', deep(100_000))),
  ),
  'nests two hundred levels': rewritten(withField('extra', deep(190))),
  'has half surrogate pairs in its texts': texts('a\ud800b \udfff'),
  'has commands in its texts': texts(COMMANDS.join('')),
  'has escapes of terminals in its texts': texts(
    '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil\u2066\u0000\u0008',
  ),
  'has markup in its texts': texts(`</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&]]>`),
  'says the key in its texts': rewritten((text, { key }) => withField('extra', spelled(key))(text)),
  'has members of the prototype': rewritten(withField('__proto__', '{"toString":1,"then":2}')),
  'has null for every text': replaced((value) => (typeof value === 'string' ? null : value)),
  'has null for every value': replaced(() => null),
  'has lists of nothing': rewritten((text) => text.replaceAll(/\[\{.*\}\]/g, '[null,1,"x",[]]')),
  'has numbers without end': replaced((value) => (typeof value === 'number' ? 1.7e308 : value)),
  'has numbers below zero': replaced((value) => (typeof value === 'number' ? -1 : value)),
  'has totals of billions': replaced((value, field) =>
    field.startsWith('total') ? 9_007_199_254_740_991 : value,
  ),
  'has times at the end of time': replaced((value, field) =>
    field.endsWith('_at') ? '+275760-09-13T00:00:00.001Z' : value,
  ),
  'has one id for all': replaced((value, field) => (field === 'id' ? 7 : value)),
  'has URLs of other kinds': replaced((value, field) =>
    field === 'pdf_url' ? 'javascript:alert(1)' : value,
  ),
  'has URLs that are none': replaced((value, field) => (field === 'pdf_url' ? 'http://[' : value)),
  'answers a long list': only(isList, async (visit) => {
    const record = '{"id":1,"name":"x"},'.repeat(5_000)
    await alwaysJson(200, `{"templates":[${record.slice(0, -1)}]}`)(visit)
  }),
  'begins JSON with a mark': rewritten((text) => `\ufeff${text}`),
  'tells nothing of what it created': only(isCreation, async (visit) => {
    await visit.behind()
    await alwaysJson(201, {})(visit)
  }),
  'fails when it has created': only(isCreation, async (visit) => {
    await visit.behind()
    await alwaysJson(500, { error: 'oops' })(visit)
  }),
  'will not delete': only(({ method }) => method === 'DELETE', alwaysJson(500, { error: 'never' })),
} satisfies Readonly<Record<string, Behaviour>>

export type BehaviourName = keyof typeof BEHAVIOURS
