import { expect, test } from 'vitest'
import { startMock } from '../../mock-server/index.ts'
import { CLAUSES } from '../../schemas/clauses.ts'
import { IS_LONG } from '../../schemas/testing/sample.ts'
import { recordingProxy } from '../proof/testing/recording-proxy.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { FLOOR, READABLE } from './floor.ts'

test.runIf(IS_LONG)(
  'a run without permissions sends GET alone, and judges what is declared to be readable and no other must clause',
  async () => {
    const mock = await startMock({ scenario: 'default', seed: 1 })
    const { base_url, api_key } = mock.target
    const proxy = await recordingProxy(base_url)
    const target = parseTarget({ base_url: proxy.base_url, api_key })
    const { verdicts } = await run(target, { seed: 1, runs: 1 })
    await Promise.all([proxy.close(), mock.close()])
    expect(proxy.requests.filter((line) => !line.startsWith('GET '))).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([])
    const judged = verdicts
      .filter(({ clause, outcome }) => CLAUSES[clause].level === 'must' && outcome === 'pass')
      .map(({ clause }) => clause)
    // A document that is made at the first look needs an invoice without one, and only orders bring that.
    expect(judged).toEqual(READABLE.filter((clause) => clause !== 'pdf.on-demand'))
    expect(judged.length).toBeGreaterThan(FLOOR)
  },
)
