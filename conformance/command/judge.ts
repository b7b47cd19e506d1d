import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { plural } from '../../schemas/printing/plain-text.ts'
import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { baseOf } from '../traffic/har/base-of.ts'
import { isMasked, judgeEntries, ofBase } from '../traffic/har/judge-har.ts'
import { readHar } from '../traffic/har/read-har.ts'
import { Traffic } from '../traffic/traffic.ts'
import { besideOf, headOf, reportOn, type PassingFlags } from './passing.ts'
import { isTelling, maskOf, passingLines } from './passing-line.ts'
import { deployment } from './proxy.ts'
import { reported } from './reported.ts'
import { parseRequirement } from './selection.ts'

export interface JudgeFlags extends PassingFlags {
  baseUrl?: string
  report: string[]
  require?: string
  strict?: true
  shared?: true
}

/** `conformance judge`: judges recorded traffic, and answers the exit code as `run` does. */
export function judgeCommand(file: string, flags: JudgeFlags): Promise<number> {
  const head = headOf(flags.baseUrl ?? file)
  let traffic: Traffic
  const work = async () => {
    const require = flags.require === undefined ? 1 : parseRequirement(flags.require, CLAUSE_IDS)
    const { entries, unread } = readHar(file)
    if (entries.length === 0 && unread > 0)
      throw new UsageError(
        `${file} has ${plural(unread, 'entry')}, none with a method, an address and a time`,
      )
    const base_url = flags.baseUrl ?? baseOf(entries)
    if (base_url === null)
      throw new UsageError(
        `${file} has no request to the API among its ${plural(entries.length + unread, 'request')}: name its address with --base-url`,
      )
    const target = deployment(base_url)
    Object.assign(head, headOf(target.base_url))
    const { own, others } = ofBase(entries, target.base_url)
    const masked = isMasked(own)
    traffic = await Traffic.open({ target, shared: flags.shared ?? false, isMasked: masked })
    const started_at = Date.now()
    const shown = maskOf(traffic, flags.fullData)
    try {
      await judgeEntries(traffic, own, (judged) => {
        if (isTelling(judged)) process.stderr.write(`${passingLines(judged, shown).join('\n')}\n`)
      })
    } finally {
      await traffic.close()
    }
    const notes = [
      ...(others > 0 ? [`Skipped: ${plural(others, 'request')} to other addresses.`] : []),
      ...(unread > 0 ? [`Skipped: ${plural(unread, 'entry')} without method, address or time.`] : []),
      ...(masked ? ['The keys are masked or left out: the traffic is taken for that of one store.'] : []),
    ]
    return reportOn(traffic, started_at, {
      head,
      demands: { require, strict: flags.strict ?? false },
      notes,
      full_data: flags.fullData ?? false,
    })
  }
  return reported(
    flags.report,
    head,
    work,
    besideOf(flags, () => traffic),
  )
}
