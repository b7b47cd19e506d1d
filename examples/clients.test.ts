import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../mock-server/index.ts'
import { CLIENTS } from './testing/clients.ts'

test.each(CLIENTS)(
  '$name passes on the mock as it is, and breaks no rule',
  async ({ folder, command: [program, ...args] }) => {
    const mock = await startMock()
    onTestFinished(() => mock.close())
    const service = {
      INVOICING_BASE_URL: mock.base_url,
      INVOICING_API_KEY: mock.target.api_key,
      INVOICING_ADMIN_URL: mock.admin_url,
    }
    await promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, ...service } })
    expect(mock.violations()).toEqual([])
    expect(mock.emails()).toHaveLength(1)
    expect(mock.requests({ operation: 'download', status: 200 })).toHaveLength(1)
  },
)
