import { describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { pagesOf } from '../store/listing.ts'
import { pageOf, readPaging, searchRangeRule } from './paginate.ts'
import { refusalOf } from './testing/shop.ts'

describe('which page is asked for', () => {
  test.each([
    [{}, 1, 25],
    [{ page: '3', per_page: '250' }, 3, 250],
    [{ per_page: '1' }, 1, 1],
    [{ page: '007' }, 7, 25],
    [{ page: '99999999999999999999' }, Number.MAX_SAFE_INTEGER, 25],
  ])('%j in range', (query, page, per_page) => {
    expect(readPaging(query, () => 'rejected')).toEqual({ page, per_page })
  })

  test.each([
    ['0', 1],
    ['-5', 1],
    ['-0', 1],
    ['251', 250],
    ['99999999999999999999', 250],
    ['1.5', 25],
    ['1e2', 25],
    ['0x10', 25],
    [' 7 ', 25],
    ['', 25],
    ['many', 25],
  ])('per_page %j is clamped', (per_page, clamped) => {
    expect(readPaging({ per_page }, () => 'clamped').per_page).toBe(clamped)
  })

  test.each(['0', '251', '-1', 'many', ''])('per_page %j is refused, or its default taken', (per_page) => {
    expect(readPaging({ per_page, page: '2' }, () => 'defaults')).toEqual({ page: 2, per_page: 25 })
    const refusal = refusalOf(() => readPaging({ per_page }, () => 'rejected'))
    expect(refusal.kind).toBe('unprocessable')
    expect(Object.keys(refusal.errors)).toEqual(['per_page'])
  })

  test('page and per_page are refused together', () => {
    const refusal = refusalOf(() => readPaging({ page: '0', per_page: '0' }, () => 'rejected'))
    expect(Object.keys(refusal.errors)).toEqual(['page', 'per_page'])
  })

  test('search follows the list unless it has a rule of its own', () => {
    const lists = { ...DEFAULT_DIALECT, 'pagination.out_of_range': 'defaults' } as const
    expect(searchRangeRule(lists)).toBe('defaults')
    expect(searchRangeRule({ ...lists, 'pagination.search_out_of_range': 'rejected' })).toBe('rejected')
  })
})

describe('a page', () => {
  const seven = pagesOf([1, 2, 3, 4, 5, 6, 7])

  test.each([
    [1, 3, [1, 2, 3], 3],
    [3, 3, [7], 3],
    [4, 3, [], 3],
    [1, 7, [1, 2, 3, 4, 5, 6, 7], 1],
    [Number.MAX_SAFE_INTEGER, 250, [], 1],
  ])('page %i of %i each', (page, per_page, records, total_pages) => {
    const meta = { total: 7, page, per_page, total_pages }
    expect(pageOf(seven, { page, per_page }, DEFAULT_DIALECT)).toEqual({ records, meta })
  })

  test.each([0, 1] as const)('of nothing there are %i pages if the dialect says so', (pages) => {
    const dialect = { ...DEFAULT_DIALECT, 'meta.empty_total_pages': pages }
    expect(pageOf(pagesOf([]), { page: 1, per_page: 25 }, dialect).meta.total_pages).toBe(pages)
  })
})
