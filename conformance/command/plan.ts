import { interruptible } from '../../schemas/command-line/interruption.ts'
import { jsonText } from '../../schemas/printing/plain-text.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { planTerminal } from './plan-terminal.ts'
import { plan, type Plan } from '../run/plan.ts'
import { runOptions, targetOf, type TargetFlags } from './run.ts'

export interface PlanFlags extends TargetFlags {
  json?: true
}

/** `conformance plan`: prints what a run would do; sends at most five GET requests. */
export async function planCommand(names: string[], flags: PlanFlags): Promise<number> {
  const clauses = selectClauses(names)
  const target = await targetOf(flags)
  const made = await interruptible((signal) => plan(target, clauses, { ...runOptions(flags), signal }))
  process.stdout.write(flags.json ? `${jsonText(shown(made))}\n` : planTerminal(made))
  return 0
}

/** The plan as JSON, without the keys of the target. */
const shown = ({ target, judged, clauses, unjudged, estimate, effects }: Plan) => ({
  target: target.base_url,
  permissions: [...target.allow],
  clauses: clauses.length,
  judged,
  unjudged: Object.fromEntries(unjudged),
  estimate,
  effects,
})
