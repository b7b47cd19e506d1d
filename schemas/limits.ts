/** Invoices that one bulk action takes at most (specification §8). */
export const MOST_BULK_INVOICES = 5000
