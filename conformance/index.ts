export { jsonReport } from './reports/json-report.ts'
export type { RunResult, Verdict } from './run/result.ts'
export { run, type Progress, type RunOptions } from './run/run.ts'
export { loadTarget, parseTarget, type Target } from './server/target.ts'
