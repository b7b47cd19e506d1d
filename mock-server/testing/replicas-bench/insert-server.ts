// Answers each POST with what it inserted, once that is durable: the least that a server on PostgreSQL can do.
//     node --import tsx insert-server.ts DATABASE FILE
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import { portOf } from '../../connections.ts'
import { CONNECTIONS } from '../../bench/measure.ts'
import { INSERT } from './plain-insert.ts'

const [connectionString = '', file = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: CONNECTIONS })
const text = readFileSync(file, 'utf8')
const length = Buffer.byteLength(text)

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    void pool.query({ ...INSERT, values: [text] }).then(() => {
      response.writeHead(201, { 'content-type': 'text/plain', 'content-length': length }).end(text)
    })
  })
}).listen(0, '127.0.0.1', () => process.stdout.write(`${portOf(server)}\n`))
