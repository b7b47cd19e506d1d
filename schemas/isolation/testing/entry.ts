/** A module whose `perform` has this body, for tests. The body is JavaScript and may use `job`. */
export const entryOf = (body: string): URL => moduleOf(`export async function perform(job) { ${body} }`)

/** A module of this JavaScript, for tests. */
export const moduleOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

/** Bodies that exhaust the memory of their process, each by another pattern of allocation. */
export const EXHAUSTING: Readonly<Record<string, string>> = {
  arrays: 'const all = []; for (;;) all.push(new Array(1000).fill({}))',
  'arrays of numbers': 'const all = []; for (;;) all.push(Array.from({ length: 1e6 }, Math.random))',
  'one long array': 'const all = []; for (;;) all.push({})',
  strings:
    "const all = []; for (;;) all.push(Buffer.alloc(1000, Math.random().toString(36)).toString('latin1'))",
  'one long string': "let text = 'ab'; for (;;) text += text + 'c'",
  objects: 'const all = []; for (let n = 0; ; n += 1) all.push({ n, more: [n] })',
  'typed arrays': 'const all = []; for (;;) all.push(new Float64Array(1e6).fill(1))',
  buffers: 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1))',
  maps: 'const all = new Map(); for (let n = 0; ; n += 1) all.set(n, { n })',
  sets: 'const all = new Set(); for (let n = 0; ; n += 1) all.add(`text ${n}`)',
  'deep nesting': 'let all = []; for (;;) all = [all]',
  'endless recursion': 'const call = (n) => [call(n + 1), n]; call(0)',
  'promises that wait': 'const all = []; for (;;) { all.push(new Promise(() => {})); await null }',
}
