import { parentPort } from 'node:worker_threads'
import { parsedPdf } from './parsed-pdf.ts'

// A thread that reads the PDFs it is sent, one after the other.

parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await parsedPdf(bytes), [])
})
parentPort?.postMessage('ready', [])
