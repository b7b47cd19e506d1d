import { appendFileSync } from 'node:fs'
import { writing, type Formats } from '../../schemas/command-line/report-files.ts'
import { jsonText } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport } from '../../schemas/types.ts'

/** Each format is loaded only when it is asked for. */
export const FORMATS: Formats<ConformanceReport> = {
  json: { text: async (report) => `${jsonText(report)}\n` },
  junit: { text: async (report) => (await import('../reports/junit.ts')).junitReport(report) },
  html: { text: async (report) => (await import('../reports/html.ts')).htmlReport(report) },
  badge: { text: async (report) => (await import('../reports/badge.ts')).badge(report) },
  github: { text: annotated, isPrinted: true },
}

/** Commands to the log of GitHub; the summary of the step that runs us, if one does, is written besides. */
async function annotated(report: ConformanceReport): Promise<string> {
  const { githubReport } = await import('../reports/github.ts')
  await summarize(report)
  return githubReport(report)
}

async function summarize(report: ConformanceReport): Promise<void> {
  const file = process.env['GITHUB_STEP_SUMMARY']
  if (!file) return
  const { stepSummary } = await import('../reports/step-summary.ts')
  writing(file, () => appendFileSync(file, stepSummary(report)))
}
