import { type Check, check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { Audit } from './audit.ts'
import { judgeFields, judgeRead, recordOf } from './judge.ts'
import { defaultsOf, leftOut, requiredOf } from './left-out.ts'
import { update, withOwn } from './own.ts'
import { poolsOf, someFieldsArbitrary, type Pools } from './pools.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { sameField } from './same-record.ts'

/**
 * templates.update, customers.update, by bodies that give some fields. What becomes of the others is open (question
 * patch.omitted), but not anew at each update.
 */
export function partialUpdateCheck(kind: RecordKind): Check {
  return check(kind.clauses.update, {
    name: `some fields of a ${kind.one} updated`,
    run: (law) =>
      withOwn(law, kind, 3, async ([, middle]) => {
        const updates = await PartialUpdates.begin(law, kind, middle!.shown.id)
        await law.property(someFieldsArbitrary(updates.pools), (given) => updates.judge(given), {
          examples: updates.singleFields,
          runs: updates.singleFields.length + Math.ceil(law.runs / 3),
        })
        updates.observe()
      }),
  })
}

const RULES = ['kept', 'reset'] as const
type Rule = (typeof RULES)[number]

/** Updates of one record, and the rules for omitted fields that explain all of them. */
class PartialUpdates {
  readonly #law: Law
  readonly #kind: RecordKind
  readonly #id: number
  readonly #required: readonly string[]
  readonly #defaults: Fields
  readonly #audit: Audit
  readonly pools: Pools
  #possible: readonly Rule[] = RULES
  /** The record after the last update, null when that went wrong. */
  #current: Shown | null = null
  /** The updates that ruled something out. */
  #evidence: Exchange[] = []

  static async begin(law: Law, kind: RecordKind, id: number): Promise<PartialUpdates> {
    const found = await leftOut(law, kind)
    const pools = await poolsOf(law, kind)
    return new PartialUpdates(
      law,
      kind,
      id,
      requiredOf(found),
      defaultsOf(found),
      pools,
      await Audit.begin(law, kind),
    )
  }

  private constructor(
    law: Law,
    kind: RecordKind,
    id: number,
    required: readonly string[],
    defaults: Fields,
    pools: Pools,
    audit: Audit,
  ) {
    this.#law = law
    this.#kind = kind
    this.#id = id
    this.#required = required
    this.#defaults = defaults
    this.#audit = audit
    this.pools = pools
  }

  /** Each field by itself, with a value that `#full` does not have; a boolean both ways. */
  get singleFields(): Fields[] {
    const full = this.#full
    return Object.entries(this.pools).flatMap(([field, values]) => {
      const other = values.findLast((value) => value !== full[field]) ?? values[0]
      const turns = typeof other === 'boolean' ? new Set([other, full[field]]) : [other]
      return [...turns].map((value) => ({ [field]: value }))
    })
  }

  /** Values that are not those of a new record, wherever the pool has others. */
  get #full(): Fields {
    return Object.fromEntries(
      Object.entries(this.pools).map(([field, values]) => [
        field,
        values.find((value) => value !== '' && !sameField(value, this.#defaults[field])) ?? values[0],
      ]),
    )
  }

  /** Updates some fields, and judges those given, those omitted, and the other records. */
  async judge(given: Fields): Promise<void> {
    const clause = this.#kind.clauses.update
    const before = await this.#start()
    this.#current = null
    const { body, exchange } = await this.#send(given, before)
    const shown = recordOf(this.#law, clause, this.#kind, exchange)
    judgeFields(this.#law, clause, this.#kind, { id: this.#id, ...body }, shown, exchange)
    this.#narrow(body, before, shown, exchange)
    this.#current = await judgeRead(this.#law, clause, this.#kind, shown, [exchange])
    await this.#audit.judge(clause, [shown], [exchange])
  }

  /** Tells what the updates say of the question patch.omitted. */
  observe(): void {
    const [rule, ...others] = this.#possible
    if (rule !== undefined && others.length === 0) this.#law.observe('patch.omitted', rule, ...this.#evidence)
  }

  /** The record as it stands where updates add up, else with values that a reset would take away. */
  async #start(): Promise<Shown> {
    const kept = this.#possible.length === 1 && this.#possible[0] === 'kept'
    if (kept && this.#current) return this.#current
    const exchange = await update(this.#law, this.#kind, this.#id, this.#full)
    return recordOf(this.#law, this.#kind.clauses.update, this.#kind, exchange)
  }

  /** Sends the fields; a server that demands its required ones again gets them too. */
  async #send(given: Fields, before: Shown): Promise<{ body: Fields; exchange: Exchange }> {
    const exchange = await update(this.#law, this.#kind, this.#id, given)
    const lacking = this.#required.filter((field) => !(field in given))
    if (lacking.length === 0 || !this.#law.is('unprocessable', exchange)) return { body: given, exchange }
    const body = { ...Object.fromEntries(lacking.map((field) => [field, before[field]])), ...given }
    return { body, exchange: await update(this.#law, this.#kind, this.#id, body) }
  }

  #narrow(body: Fields, before: Shown, shown: Shown, exchange: Exchange): void {
    const omitted = this.#kind.inputFields.filter((field) => !(field in body))
    const follows: Record<Rule, (field: string) => boolean> = {
      kept: (field) => sameField(shown[field], before[field]),
      reset: (field) => field in this.#defaults && sameField(shown[field], this.#defaults[field]),
    }
    const possible = this.#possible.filter((rule) => omitted.every(follows[rule]))
    const odd =
      omitted.find((field) => !this.#possible.some((rule) => follows[rule](field))) ??
      omitted.find((field) => !follows.kept(field))
    this.#law.of(this.#kind.clauses.update).judge(possible.length > 0, {
      field: `${this.#kind.one}.${odd}`,
      message: `${odd} was not given, and is neither kept nor reset with all the others`,
      expected: this.#possible
        .map((rule) => (rule === 'kept' ? JSON.stringify(before[odd!]) : 'what it is in a new record'))
        .join(' or '),
      got: JSON.stringify(shown[odd!]) ?? 'nothing',
      exchanges: [...this.#evidence, exchange],
    })
    if (possible.length < this.#possible.length) this.#evidence = [exchange]
    this.#possible = possible
  }
}
