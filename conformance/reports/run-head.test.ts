import { expect, test } from 'vitest'
import { ciRun, derivedRun, sharedSeed } from './run-head.ts'

test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
  ['GitHub, with the attempt', { GITHUB_RUN_ID: '7', GITHUB_RUN_ATTEMPT: '2' }, '7-2'],
  ['GitLab', { CI_PIPELINE_ID: '41' }, '41'],
  ['Buildkite', { BUILDKITE_BUILD_ID: 'b-1' }, 'b-1'],
  ['CircleCI', { CIRCLE_WORKFLOW_ID: 'w-1' }, 'w-1'],
  ['Jenkins', { BUILD_TAG: 'jenkins-judge-3' }, 'jenkins-judge-3'],
  ['Azure', { BUILD_BUILDID: '12' }, '12'],
  ['what is empty', { GITHUB_RUN_ID: '', CI_PIPELINE_ID: '41' }, '41'],
  ['no CI', { CI: 'true', GITHUB_RUN_ATTEMPT: '' }, undefined],
])('the CI names the run: %s', (_, env, run) => {
  expect(ciRun(env)).toBe(run)
})

test('elsewhere seed and selection do', () => {
  expect(derivedRun(7, ['list'])).toBe(derivedRun(7, ['list']))
  const others = [
    derivedRun(7, ['list']),
    derivedRun(8, ['list']),
    derivedRun(7, ['create']),
    derivedRun(7, []),
  ]
  expect(new Set(others).size).toBe(4)
})

test('shards share a seed that is one, by their run or by what they judge', () => {
  const seeds = [
    sharedSeed('r', []),
    sharedSeed('q', []),
    sharedSeed(undefined, []),
    sharedSeed(undefined, ['list']),
  ]
  expect(new Set(seeds).size).toBe(4)
  expect(sharedSeed('r', ['list'])).toBe(sharedSeed('r', []))
  for (const seed of seeds) expect(seed).toBeLessThan(2 ** 31)
})
