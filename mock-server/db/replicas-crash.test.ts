import { describe, expect, test } from 'vitest'
import { seededFaker } from '../../fixtures/seeded-faker.ts'
import { noPostgres, startPostgres } from './testing/postgres.ts'
import { startReplicas } from '../testing/replicas/replicas.ts'
import { crashReplicas, saveShops, writeMeanwhile } from '../testing/replicas/trial.ts'

/** `npm run crash -- --database` plays sixty, while clients write as fast as they can. */
const SAMPLE = { faults: 3, rounds: 2, pause_ms: 100, seed: 1 }

describe.skipIf(noPostgres)('replicas whose processes, wires and database fail', () => {
  test('lose no acknowledged write, do none twice and none by half, and go on by themselves', async () => {
    const { findings, acknowledged } = await crashReplicas(SAMPLE)
    expect(findings).toEqual([])
    expect(acknowledged).toBeGreaterThan(30)
  })

  test('would be found out if each went its own way', async () => {
    const postgres = await startPostgres()
    const scenario = await saveShops(postgres)
    const alone = () => startReplicas(postgres, 1, ['--scenario', scenario])
    const replicas = (await Promise.all([alone(), alone()])).flat()
    const { findings } = await writeMeanwhile(
      { postgres, replicas, chance: seededFaker(1) },
      { faults: 0, rounds: 4, pause_ms: 20 },
    )
    await Promise.all(replicas.map((replica) => replica.close()))
    await postgres.close()
    for (const broken of [
      /is lost/,
      /invoices of \d+ orders|was created 2 times|two invoices/,
      /was acknowledged, and/,
    ])
      expect(findings.filter((finding) => broken.test(finding))).not.toEqual([])
  })
})
