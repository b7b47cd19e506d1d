import { run } from '../../run/run.ts'
import type { RunOptions } from '../../run/options.ts'
import { parseTarget } from '../../server/load-target.ts'
import type { RunResult } from '../../judge/result.ts'
import { outcomeOf } from '../../traffic/outcome.ts'
import { startProxy } from '../../traffic/proxy/proxy.ts'
import { Traffic, type Judged } from '../../traffic/traffic.ts'

/** What a run through a proxy came to: what the suite says, and what the proxy saw beside. */
export interface Through {
  run: RunResult
  seen: RunResult
  traffic: Traffic
  judged: number
  faults: string[]
}

/** Runs the suite on a server through the proxy, which is told nothing of what is sent. */
export async function runThrough(
  target: object & { base_url: string },
  options: RunOptions,
  about: { shared?: boolean; onJudged?(judged: Judged): void } = {},
): Promise<Through> {
  const { shared = false, onJudged } = about
  const traffic = await Traffic.open({
    target: parseTarget({ base_url: target.base_url, api_key: '-' }),
    shared,
  })
  const faults: string[] = []
  let judged = 0
  const proxy = await startProxy({
    traffic,
    onJudged: (one) => {
      judged++
      onJudged?.(one)
    },
    onFault: (says) => faults.push(says),
  })
  const started_at = Date.now()
  try {
    const ran = await run(parseTarget({ ...target, base_url: proxy.base_url }), options)
    await proxy.close()
    return { run: ran, seen: outcomeOf(traffic, started_at), traffic, judged, faults }
  } finally {
    await traffic.close()
  }
}
