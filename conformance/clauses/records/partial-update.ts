import { check, type Check } from '../../judge/check.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { Audit } from './audit.ts'
import { defaultsOf, leftOut, requiredOf } from './left-out.ts'
import { poolsOf, someFieldsArbitrary, type Pools } from './pools.ts'
import type { Fields, RecordKind, Shown } from './record-kind.ts'
import { judging, type Records } from './records.ts'
import { sameField } from './same-record.ts'
import { freshInput } from './unique.ts'

/**
 * templates.update, customers.update, by bodies that give some fields. What becomes of the others is open (question
 * patch.omitted), but not anew at each update.
 */
export const partialUpdateCheck = (kind: RecordKind): Check =>
  check(kind.clauses.update, {
    name: `some fields of a ${kind.one} updated`,
    run: judging(kind, async (records) => {
      const known = await learn(records)
      const [, { shown }] = await records.own(3)
      const updates = new PartialUpdates(records, shown.id, known, await Audit.begin(records))
      const examples = singleFields(known)
      await records.law.property(someFieldsArbitrary(known.pools), (given) => updates.judge(given), {
        examples,
        runs: examples.length + Math.ceil(records.law.runs / 3),
      })
    }),
  })

/** What creations have told of the fields. */
interface Known {
  pools: Pools
  required: readonly string[]
  defaults: Fields
  /** Values that are not those of a new record, wherever the pool has others. */
  full: Fields
}

async function learn(records: Records): Promise<Known> {
  const pools = await poolsOf(records)
  const found = await leftOut(records)
  const defaults = defaultsOf(found)
  const full = Object.entries(pools).map(([field, values]): [string, unknown] => {
    const telling = values.find((value) => value !== '' && !sameField(value, defaults[field]))
    return [field, telling ?? values[0]]
  })
  return { pools, required: requiredOf(found), defaults, full: Object.fromEntries(full) }
}

/** Each field by itself, with a value that the full record does not have; a boolean both ways. */
const singleFields = ({ pools, full }: Known): Fields[] =>
  Object.entries(pools).flatMap(([field, values]) => {
    const other = values.findLast((value) => value !== full[field]) ?? values[0]
    const turns = typeof other === 'boolean' ? new Set([other, full[field]]) : [other]
    return [...turns].map((value) => ({ [field]: value }))
  })

const RULES = ['kept', 'reset'] as const
type Rule = (typeof RULES)[number]

/** Updates of one record, and the rules for omitted fields that explain all of them. */
class PartialUpdates {
  readonly #records: Records
  readonly #id: number
  readonly #known: Known
  readonly #audit: Audit
  #possible: readonly Rule[] = RULES
  /** The record after the last update, null when that went wrong. */
  #current: Shown | null = null
  /** The updates that ruled something out. */
  #evidence: Exchange[] = []

  constructor(records: Records, id: number, known: Known, audit: Audit) {
    this.#records = records
    this.#id = id
    this.#known = known
    this.#audit = audit
  }

  /** Updates some fields, and judges those given, those omitted, and the other records. */
  async judge(given: Fields): Promise<void> {
    const before = await this.#start()
    this.#current = null
    const { body, exchange } = await this.#send(await freshInput(this.#records, given), before)
    const shown = this.#records.shownIn(exchange)
    this.#records.judgeFields({ id: this.#id, ...body }, shown, exchange)
    this.#narrow(body, before, shown, exchange)
    this.#current = await this.#records.judgeRead(shown, [exchange])
    await this.#audit.judge([shown], [exchange])
  }

  /** The record as it stands where updates add up, else with values that a reset would take away. */
  async #start(): Promise<Shown> {
    const kept = this.#possible.length === 1 && this.#possible[0] === 'kept'
    if (kept && this.#current) return this.#current
    const full = await freshInput(this.#records, this.#known.full)
    return this.#records.shownIn(await this.#records.update(this.#id, full))
  }

  /** Sends the fields; a server that demands its required ones again gets them too. */
  async #send(given: Fields, before: Shown): Promise<{ body: Fields; exchange: Exchange }> {
    const exchange = await this.#records.update(this.#id, given)
    const lacking = this.#known.required.filter((field) => !(field in given))
    if (lacking.length === 0 || !this.#records.law.is('unprocessable', exchange))
      return { body: given, exchange }
    const body = { ...Object.fromEntries(lacking.map((field) => [field, before[field]])), ...given }
    return { body, exchange: await this.#records.update(this.#id, body) }
  }

  #narrow(body: Fields, before: Shown, shown: Shown, exchange: Exchange): void {
    const { law, kind } = this.#records
    const { defaults } = this.#known
    const omitted = kind.inputFields.filter((field) => !(field in body))
    const follows: Record<Rule, (field: string) => boolean> = {
      kept: (field) => sameField(shown[field], before[field]),
      // A server that resets what a creation may leave out can keep what it must have.
      reset: (field) => sameField(shown[field], (field in defaults ? defaults : before)[field]),
    }
    const possible = this.#possible.filter((rule) => omitted.every(follows[rule]))
    const odd =
      omitted.find((field) => !this.#possible.some((rule) => follows[rule](field))) ??
      omitted.find((field) => !follows.kept(field)) ??
      ''
    law.judge(possible.length > 0, {
      field: `${kind.one}.${odd}`,
      message: `${odd} was not given, and is neither kept nor reset with all the others`,
      expected: this.#possible
        .map((rule) => (rule === 'kept' ? JSON.stringify(before[odd]) : 'what it is in a new record'))
        .join(' or '),
      got: JSON.stringify(shown[odd]) ?? 'nothing',
      exchanges: [...this.#evidence, exchange],
    })
    if (possible.length < this.#possible.length) this.#evidence = [exchange]
    this.#possible = possible
  }
}
