import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts what runs in a thread of its own. Sources go through tsx, which does not reach into threads by itself.
 * @param source its file; the compiled one beside it where we are compiled
 */
export function startThread(source: URL, options: WorkerOptions): Worker {
  const { href } = source
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(href.replace(/\.ts$/, '.js')), options)
  const tsx = import.meta.resolve('tsx/esm/api')
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => register() && import(${JSON.stringify(href)}))`
  return new Worker(code, { ...options, eval: true, execArgv: [] })
}
