import type { ClauseId } from '../../../schemas/clauses.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Listing } from './page.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from './rules.ts'

const RULES = {
  'without paging parameters': judgeDefaults,
  'at every page size': judgeSizes,
  'page by page': judgePartition,
  'past its end': judgeBeyond,
}

/** The rules of paging for a listing of which one clause tells them all. */
export const pagingChecks = (
  clause: ClauseId,
  what: string,
  listing: (law: Law) => Listing | Promise<Listing>,
): Check[] =>
  Object.entries(RULES).map(([how, judge]) =>
    check(clause, { name: `${what} ${how}`, run: async (law) => judge(await listing(law)) }),
  )
