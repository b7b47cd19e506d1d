import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RecordedAnswer } from './bare.ts'

/** `node floor.js PORT ANSWERS`: `node:http` alone that sends the recorded bytes, and reads what it is sent. */
const [, , port, answersFile] = process.argv
const answers: RecordedAnswer[] = JSON.parse(readFileSync(String(answersFile), 'utf8'))
const byRequest = new Map(answers.map((answer) => [`${answer.method} ${answer.path}`, answer]))

createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?', 1)
  const { status = 404, body = '' } = byRequest.get(`${request.method?.toLowerCase()} ${path}`) ?? {}
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  request.resume().once('end', () => response.writeHead(status, headers).end(body))
}).listen(Number(port), '127.0.0.1')
