import { expect, test } from 'vitest'
import type { OperationId } from '../../../schemas/operations.ts'
import { exchangeWith } from '../../proof/testing/exchange.ts'
import { QuotaSights } from './quota.ts'

/** An answer within a window of a second that began at 10,000. */
const answer = (operation: OperationId, started_at: number) =>
  exchangeWith(
    200,
    {},
    {
      operation,
      started_at,
      headers: {
        'x-ratelimit-limit': '400',
        'x-ratelimit-remaining': '399',
        'x-ratelimit-reset': '1700000011000',
      },
    },
  )

test('what does not count begins no window, however many requests are left', () => {
  const quota = new QuotaSights()
  quota.see(answer('listInvoices', 1_700_000_010_000))
  quota.see(answer('bulkPdf', 1_700_000_010_600))
  expect([quota.limit, quota.window_seconds]).toEqual([400, 1])
})
