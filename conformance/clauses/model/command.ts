import type fc from 'fast-check'
import { auditAll } from './audit.ts'
import { pick, type Model, type Play } from './model.ts'

export type Command = fc.AsyncCommand<Model, Play>

/** A command as a value: what it prints as, when it makes sense, and what it does. */
interface CommandSpec {
  /** The call as a person would type it. */
  name: string
  possible?(model: Model): boolean
  run(play: Play): Promise<void>
}

/** The fast-check command of a spec: after every few of them, all that the model knows is looked at. */
export function command({ name, possible, run }: CommandSpec): Command {
  return {
    check: (model) => possible?.(model) ?? true,
    async run(_model, play) {
      play.begin(name)
      await run(play)
      if (play.isAuditDue()) await auditAll(play)
    },
    toString: () => name,
  }
}

/** A command on one thing of the model, the one at a place among those that there are; impossible where there is none. */
export function commandOn<T>(
  among: (model: Model) => Iterable<T>,
  at: number,
  { name, possible, run }: Omit<CommandSpec, 'run'> & { run(play: Play, one: T): Promise<void> },
): Command {
  return command({
    name,
    possible: (model) => pick(among(model), at) !== undefined && (possible?.(model) ?? true),
    async run(play) {
      const one = pick(among(play.model), at)
      if (one !== undefined) await run(play, one)
    },
  })
}
