import type { HookName } from '../target.ts'

/** A hook of the target did not do its work: a mistake of the target, never a failure of the server. */
export class HookError extends Error {
  readonly hook: HookName

  constructor(hook: HookName, message: string) {
    super(message)
    this.hook = hook
  }
}

/** How the platform refuses an edit, null where it takes it. */
export async function refusalOf(edit: () => Promise<unknown>): Promise<HookError | null> {
  try {
    await edit()
    return null
  } catch (error) {
    if (error instanceof HookError) return error
    throw error
  }
}

/** True if the platform takes the edit: an order without addresses may refuse a part of one. */
export const isTaken = async (edit: () => Promise<unknown>): Promise<boolean> =>
  (await refusalOf(edit)) === null
