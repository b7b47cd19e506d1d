import type fc from 'fast-check'
import { auditAll } from './audit.ts'
import type { Model, Real } from './model.ts'

/** A command as a value: what it prints as, when it makes sense, and what it does. */
export interface CommandSpec {
  /** The call as a person would type it. */
  name: string
  possible?(model: Model): boolean
  run(model: Model, real: Real): Promise<void>
}

/** The fast-check command of a spec: after it, all that the model knows is looked at. */
export function command({ name, possible, run }: CommandSpec): fc.AsyncCommand<Model, Real> {
  return {
    check: (model) => possible?.(model) ?? true,
    async run(model, real) {
      await run(model, real)
      await auditAll(model, real)
    },
    toString: () => name,
  }
}
