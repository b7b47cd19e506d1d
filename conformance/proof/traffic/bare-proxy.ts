import http from 'node:http'
import type { AddressInfo } from 'node:net'

// node bare-proxy.ts --target BASE_URL: what one writes who wants a proxy of `node:http` and nothing else. It says where it
// listens in the words of `conformance proxy`.

const target = new URL(process.argv.at(-1) ?? '')
const agent = new http.Agent({ keepAlive: true })
const server = http.createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming
  const { hostname, port } = target
  const onward = http.request({ hostname, port, method, path: url, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(outgoing)
  })
  incoming.pipe(onward)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // it listens at a port
  process.stderr.write(`http://127.0.0.1:${port}${target.pathname} passes on to ${target.href}\n`)
})
