import type { Session } from '../session.ts'
import type { HookError } from '../store/hook-error.ts'
import { without } from '../target-mistakes.ts'

/** A hook that has never done its work is a mistake of the target. Answers whether it is given up now. */
export function giveUpHook(session: Session, { hook, message }: HookError): boolean {
  const { platform } = session
  if (!platform.has(hook) || platform.hasWorked(hook)) return false
  platform.giveUp(hook)
  session.target = without(session.target, { field: `hooks.${hook}`, says: message })
  return true
}
