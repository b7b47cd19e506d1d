import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { startMockProcess, type MockProcess } from '../mock-server/testing/cli-process.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

const TOKEN = 'token_of_the_examples'

/** What a file starts the mock with, and how it sees that it is ready. */
interface Shown {
  command: string[]
  probe: string[]
}

function inCompose(): Shown {
  const { services } = parse(read('replicas-compose.yml'))
  const { command, healthcheck } = services.mock
  return { command, probe: healthcheck.test.slice(1) }
}

function inKubernetes(): Shown {
  const [deployment] = parseAllDocuments(read('replicas-kubernetes.yml')).map((document) => document.toJS())
  const [{ command, readinessProbe }] = deployment.spec.template.spec.containers
  return { command, probe: readinessProbe.exec.command }
}

describe.each([
  ['replicas-compose.yml', inCompose()],
  ['replicas-kubernetes.yml', inKubernetes()],
])('%s', (_, { command, probe }) => {
  let mock: MockProcess
  beforeAll(async () => {
    const options = command.slice(command.indexOf('mock') + 1)
    mock = await startMockProcess([...options, '--memory', '--scenario', 'empty', '--admin-token', TOKEN])
  })
  afterAll(() => mock.end('SIGTERM'))

  /** The exit code of the probe, which looks at the port of this mock. */
  async function asked(token: string, port = new URL(mock.base_url).port): Promise<number | null> {
    const [, ...args] = probe.map((part) => part.replace(':4010', `:${port}`))
    const child = spawn(process.execPath, args, { env: { ...process.env, INVOICING_KIT_ADMIN_TOKEN: token } })
    const [code] = await once(child, 'exit')
    return code
  }

  test('sees that a mock is ready, with its token', async () => {
    expect(await asked(TOKEN)).toBe(0)
  })

  test('sees that none is ready where it may not ask, or nobody answers', async () => {
    expect(await asked('another')).toBe(1)
    expect(await asked(TOKEN, '1')).toBe(1)
  })
})
