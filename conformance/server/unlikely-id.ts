/** An id that no store is likely to have, within 2^53. */
export const UNLIKELY_ID = 2 ** 52 + 12_345_679
