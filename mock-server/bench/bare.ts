import { readFileSync } from 'node:fs'
import express from 'express'

/** Answers that the mock gave, for a server that does nothing else than send them again. */
export interface RecordedAnswer {
  method: 'get' | 'post'
  path: string
  status: number
  body: string
}

/** `node bare.js PORT ANSWERS`: a bare Express app that sends the recorded bytes with `res.send`. */
const [, , port, answersFile] = process.argv
const answers: RecordedAnswer[] = JSON.parse(readFileSync(String(answersFile), 'utf8'))
const app = express()
app.use(express.json())
for (const { method, path, status, body } of answers)
  app[method](path, (_request, response) => {
    response.status(status).type('application/json').send(body)
  })
app.listen(Number(port), '127.0.0.1')
