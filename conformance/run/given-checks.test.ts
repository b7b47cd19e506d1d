import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check, observation, type Check } from '../judge/check.ts'
import { unchanged } from '../judge/relations.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { parseTarget } from '../server/load-target.ts'
import type { RunOptions } from './options.ts'
import { run } from './run.ts'

/** Checks of this test's own, each with an end of its own: the heart of the suite is tried by what they come to. */
const holds = check('list.envelope', {
  name: 'holds',
  async run(law) {
    law.success(await law.call('listInvoices'))
    law.pass()
  },
})
const fails = check('list.defaults', {
  name: 'fails',
  async run(law) {
    const exchange = await law.call('listInvoices')
    law.judge(false, { message: 'It never holds', expected: 'another world', exchanges: exchange })
  },
})
const wants = check('read.by-slug', {
  name: 'wants what is not there',
  run: async (law) => law.notExercised('the store has no unicorn'),
})
const CHECKS: readonly Check[] = [holds, fails, wants]

let server: PlainServer
beforeAll(async () => {
  server = await startPlainServer()
})
afterAll(() => server.close())

/** What such a run says of the clauses of its checks. */
async function verdictsOf(checks: readonly Check[], options: RunOptions = {}) {
  const target = parseTarget({ ...server.target, allow: [], hooks: {} })
  const clauses = checks.flatMap((one) => one.clauses)
  const result = await run(target, { checks, clauses: [...new Set(clauses)], seed: 7, ...options })
  return result.verdicts
}

describe('a run of given checks', () => {
  test('performs them alone, and gives each clause its verdict', async () => {
    const verdicts = await verdictsOf(CHECKS)
    expect(verdicts.map(({ clause, outcome, reason }) => [clause, outcome, reason])).toEqual([
      ['list.envelope', 'pass', null],
      ['list.defaults', 'fail', null],
      ['read.by-slug', 'not_exercised', 'the store has no unicorn'],
    ])
  })

  test('refuses a concurrency by which it would never end', async () => {
    await expect(verdictsOf([holds], { concurrency: 0 })).rejects.toThrow('concurrency must be 1 or more')
  })

  test('tells of a failure which check found it, where that stands, and what was answered', async () => {
    const [verdict] = await verdictsOf([fails])
    expect(verdict?.failure).toMatchObject({
      message: 'It never holds',
      expected: 'another world',
      got: expect.stringMatching(/^200 \{"invoices"/),
      check: 'fails',
      file: 'conformance/run/given-checks.test.ts',
      seed: 7,
      replay: null,
      exchanges: [{ operation: 'listInvoices' }],
    })
  })

  test('goes on after a check that is itself at fault', async () => {
    const broken = check('list.defaults', {
      name: 'broken',
      run: () => Promise.reject(new TypeError('no such thing')),
    })
    const verdicts = await verdictsOf([broken, holds])
    expect(verdicts).toMatchObject([
      { outcome: 'error', reason: expect.stringMatching(/at fault in "broken" .*no such thing$/) },
      { outcome: 'pass' },
    ])
  })

  test('performs no check whose needs the target does not meet', async () => {
    const needy = check('read.repeatable', { name: 'needy', needs: ['mailbox'], run: fails.run })
    const [verdict] = await verdictsOf([needy])
    expect(verdict).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('emails') })
  })

  test('has nobody wait for a check that is skipped', async () => {
    const seen: string[] = []
    const beside = (name: string): Check =>
      check('list.envelope', {
        name,
        touches: { invoices: 'uses' },
        async run(law) {
          seen.push(`${name} begins`)
          await law.call('listInvoices')
          seen.push(`${name} ends`)
        },
      })
    const alone = check('customers.create', { name: 'alone', needs: ['writes'], run: async () => {} })
    await verdictsOf([beside('one'), alone, beside('other')])
    expect(seen.slice(0, 2)).toEqual(['one begins', 'other begins'])
  })

  test('ends at the first failure with bail', async () => {
    // Answers do not judge this one in passing.
    const later = check('read.repeatable', { name: 'later', run: holds.run })
    const verdicts = await verdictsOf([fails, later], { bail: true })
    expect(verdicts).toMatchObject([
      { outcome: 'fail' },
      { outcome: 'not_exercised', reason: 'the run stopped at the first failure' },
    ])
  })
})

/** Sees what it is told to, one look after the other. */
const looking = (sights: readonly boolean[]) => {
  let looks = 0
  return check('list.envelope', {
    name: `looks ${sights.join(', ')}`,
    run: (law) =>
      law.settled(async () => {
        const exchanges = await law.call('listInvoices')
        return sights[looks++] === true ? null : { expected: 'peace', exchanges }
      }),
  })
}

describe('on a store that others write to', () => {
  test.each([
    [[true], 'pass'],
    [[false, true], 'pass'],
    [[false, false, true], 'pass'],
    [[false, false, false], 'fail'],
  ])('what a check sees as %j comes to: %s', async (sights, outcome) => {
    expect(await verdictsOf([looking(sights)])).toMatchObject([{ outcome }])
  })
})

/** Writes that are refused, on a view where at each look these fields differ. */
const refusing = (moves: readonly (readonly string[])[], unless = () => false, mostLooks = moves.length) => {
  let looks = 0
  return check('list.envelope', {
    name: 'refused writes',
    run: (law) =>
      unchanged(law, {
        views: [
          {
            name: 'invoices',
            of: ['readInvoice'],
            look: () => law.call('listInvoices'),
            differ: () => moves[looks++] ?? [],
          },
        ],
        after: async () => [await law.call('readInvoice', { params: { slug: 'nobody' } })],
        unless,
        looks: mostLooks,
      }),
  })
}

describe('what is refused', () => {
  test.each([
    ['changes nothing', [[]], 'pass'],
    ['changes a field', [['total']], 'fail'],
    ['changes the field at each look', [['total'], ['total', 'page']], 'fail'],
    ['does not change what others did once', [['total'], []], 'pass'],
    ['does not change what others did to two fields', [['total'], ['page']], 'pass'],
  ])('%s: %j comes to %s', async (_, moves, outcome) => {
    expect(await verdictsOf([refusing(moves)])).toMatchObject([{ outcome }])
  })

  test('is not judged by what moves all the time', async () => {
    const restless = refusing([['total'], ['total']], undefined, 1)
    expect(await verdictsOf([restless])).toMatchObject([{ outcome: 'pass' }])
  })

  test('is told with what was there before and after', async () => {
    const [verdict] = await verdictsOf([refusing([['total']])])
    expect(verdict?.failure).toMatchObject({
      message: 'total changed, though readInvoice was answered 410',
      exchanges: [{ operation: 'listInvoices' }, { operation: 'readInvoice' }, { operation: 'listInvoices' }],
    })
  })

  test('is not judged where it was not refused', async () => {
    const { clauses, ...options } = refusing([['total']], () => true)
    // Answers do not judge this one in passing.
    const [verdict] = await verdictsOf([check('read.repeatable', options)])
    expect([clauses, verdict?.outcome]).toEqual([['list.envelope'], 'not_exercised'])
  })
})

describe('an observation', () => {
  const sees = observation(['list.order'], {
    name: 'sees',
    run: async (observer) => observer.observe('list.order', 'name', await observer.call('listInvoices')),
  })
  const wantsMore = observation(['search.match'], {
    name: 'wants more',
    run: async (observer) => observer.notExercised('nobody has a name'),
  })
  const needy = observation(['bulk.empty'], { name: 'needy', needs: ['bulk'], run: sees.run })
  const runOf = (options: RunOptions) =>
    run(parseTarget({ ...server.target, allow: [], hooks: {} }), {
      checks: [holds, wants, sees, wantsMore, needy],
      seed: 7,
      ...options,
    })

  test('answers its question, or says why not', async () => {
    const { observations, unobserved } = await runOf({})
    expect(observations.get('list.order')?.value).toBe('name')
    expect(unobserved['search.match']).toBe('nobody has a name')
    expect(unobserved['bulk.empty']).toContain('--allow bulk')
  })

  test.each([
    ['where all checks are performed', { clauses: [...holds.clauses, ...wants.clauses] }, true],
    ['where it is asked for', { clauses: holds.clauses, observe: true }, true],
    ['for the clauses of some checks', { clauses: holds.clauses }, false],
  ])('is performed %s: %o, %s', async (_, options, isPerformed) => {
    const { observations } = await runOf(options)
    expect(observations.has('list.order')).toBe(isPerformed)
  })
})

describe('a property', () => {
  const small = check('list.per-page-range', {
    name: 'numbers are small',
    run: (law) =>
      law.property(
        fc.integer({ min: 0, max: 250 }),
        async (per_page) => {
          const exchanges = await law.call('listInvoices', { query: { per_page: 1 } })
          law.judge(per_page < 100, { expected: 'a small number', exchanges })
        },
        { name: 'numbers' },
      ),
  })

  test('fails with the smallest value, confirmed, and is found again by its path alone', async () => {
    const [verdict] = await verdictsOf([small], { runs: 50 })
    const replay = verdict?.failure?.replay
    expect(replay).toMatchObject({ property: 'numbers', counterexample: '100', confirmed: '2 of 2' })
    const path = replay?.path ?? ''
    const [again] = await verdictsOf([small], {
      replay: [{ check: 'numbers are small', property: 'numbers', path }],
    })
    expect(again?.failure?.replay?.counterexample).toBe('100')
  })

  test('tries the same values with the same seed, also the second time in one process', async () => {
    const seen: number[][] = [[], []]
    for (const values of seen) {
      const noting = check('list.envelope', {
        name: 'noting',
        run: (law) =>
          law.property(fc.integer(), async (value) => {
            values.push(value)
          }),
      })
      await verdictsOf([noting])
    }
    expect(seen[0]).toHaveLength(20)
    expect(seen[0]).toEqual(seen[1])
  })
})
