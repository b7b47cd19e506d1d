/** Headers that most clients send along when they read, which the suite does not: they take more than JSON, and answers that are packed. */
export const OTHER_CLIENTS: readonly Record<string, string>[] = [
  { accept: '*/*', 'accept-encoding': 'gzip, deflate' },
  { accept: 'application/json, text/plain, */*', 'accept-encoding': 'gzip, compress, deflate, br' },
  { 'accept-encoding': 'identity' },
]
