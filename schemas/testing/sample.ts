/** Whether `npm run test:long` asks for all that `npm test` takes a sample of. */
export const IS_LONG = process.env['LONG'] === 'all'

/** Of rows that judge the same once more, in many variations, the first ones; all of them in `npm run test:long`. */
export const sampleOf = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  IS_LONG ? rows : rows.slice(0, count)
