export { jsonReport } from './reports/json-report.ts'
export type { RunResult, Verdict } from './result.ts'
export { run, type Progress, type RunOptions } from './run.ts'
export { loadTarget, parseTarget, type Target } from './target.ts'
