import { check, type Check } from '../../judge/check.ts'
import type { RecordKind } from './record-kind.ts'
import { judging, type Records } from './records.ts'
import { demanded, TELLING } from './telling.ts'

/** A record that has the name or email of a deleted one is another one: it has nothing of what it was not given; and a template has a new id. */
export const madeAgain = (kind: RecordKind): Check =>
  check(kind.one === 'template' ? [kind.clauses.delete, kind.clauses.create] : kind.clauses.delete, {
    name: `a ${kind.one} made again after its deletion`,
    run: judging(kind, judgeAgain),
  })

async function judgeAgain(records: Records): Promise<void> {
  const { law, kind } = records
  const field = TELLING[kind.one]
  const own = await records.makeOne({ ...(await records.input()), [field]: `9${law.marker.slice(0, 6)}` })
  const gone = law.success(await records.delete(own.shown.id))
  const other = await records.makeOne()
  const { shown, exchange } = await records.create(demanded(kind, own.input))
  if (!shown) return law.missing(`the server takes no ${kind.one} of so few fields`)
  law.judge(shown[field] !== own.input[field], {
    field: `${kind.one}.${field}`,
    message: `${kind.one} ${own.shown.id} was deleted, and one of its ${kind.known_by} made`,
    expected: `a new ${kind.one}, whose ${field} nobody gave`,
    got: `the ${field} of the deleted one, ${JSON.stringify(shown[field])}`,
    exchanges: [own.exchange, gone, exchange],
  })
  if (kind.one !== 'template') return
  // A server may give ids again: then the first that was made since has it.
  const isNew = shown.id !== own.shown.id || other.shown.id === own.shown.id
  law.of(kind.clauses.create).judge(isNew, {
    message: `${kind.one} ${own.shown.id} was deleted, and one of its ${kind.known_by} made`,
    expected: `an id of its own, as the ${kind.one} of another ${kind.known_by} got, ${other.shown.id}`,
    got: 'that of the deleted one',
    exchanges: [gone, other.exchange, exchange],
  })
}
