import { parentPort } from 'node:worker_threads'
import { renderDocument } from './render.ts'
import type { DocumentSource } from './source.ts'

// A thread that draws the documents it is sent, one after the other. A fault ends it, and is told where it was started.

parentPort?.on('message', async (source: DocumentSource) => {
  const bytes = new Uint8Array(await renderDocument(source))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
parentPort?.postMessage('ready', [])
