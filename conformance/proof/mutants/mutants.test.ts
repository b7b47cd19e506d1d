import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CLAUSE_IDS, CLAUSES } from '../../../schemas/clauses.ts'
import { MUTANTS } from './index.ts'
import { judgeMutant } from './judge-mutant.ts'
import { sampleOf } from './sample.ts'

/** One of each kind of fault: types, order, counts, state, races, other stores. All are quick to find. */
const SAMPLE = [
  'auth.list-customers-takes-for-the-key-its-beginning',
  'auth.on-the-last-page-of-the-list-stands-the-newest-invoice-of-another-store-too',
  'list.of-list-invoices-per-page-1-shows-two',
  'list.when-the-last-page-of-list-invoices-is-exactly-full-it-is-empty',
  'list.financial-status-paid-lists-partially-paid-too',
  'list.invoices-of-the-same-moment-come-in-another-order-on-even-pages',
  'search.names-with-an-apostrophe-are-not-found',
  'create.the-third-creation-for-an-order-makes-a-second-invoice',
  'create.between-looking-for-the-invoice-of-an-order-and-making-it-a-few-milliseconds-pass',
  'read.a-slug-that-is-no-uuid-is-unprocessable-instead-of-not-found',
  'regenerate.with-packing-slip-nothing-is-taken-over-from-the-order',
  'errors.unprocessable-of-update-settings-has-no-error',
]

describe('the catalogue of mutants', () => {
  test('has each id once, by area', () => {
    const ids = MUTANTS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+(\.[a-z\d]+(-[a-z\d]+)*)$/.test(id))).toEqual([])
  })

  test('breaks every clause that must be kept', () => {
    const broken = new Set(MUTANTS.map(({ clause }) => clause))
    const whole = CLAUSE_IDS.filter((clause) => CLAUSES[clause].level === 'must' && !broken.has(clause))
    expect(whole).toEqual([])
  })
})

test('a sample has some of each clause, others by another seed', () => {
  const [one, again, other] = [1, 1, 2].map((seed) => sampleOf(MUTANTS, seed))
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  expect(new Set(one?.map(({ clause }) => clause)).size).toBe(
    new Set(MUTANTS.map(({ clause }) => clause)).size,
  )
  expect(one?.length).toBeLessThan(MUTANTS.length / 2)
})

describe('the suite finds', () => {
  // Mutants that fall over are told on stderr by the mock.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
  afterEach(() => vi.restoreAllMocks())

  test.each(SAMPLE)('%s', async (id) => {
    const mutant = MUTANTS.find((one) => one.id === id)
    if (!mutant) throw new Error(`There is no mutant ${id}`)
    const { outcome, by } = await judgeMutant(mutant, 1)
    expect({ outcome, by }).toMatchObject({ outcome: 'killed', by: expect.arrayContaining([mutant.clause]) })
  })
})
