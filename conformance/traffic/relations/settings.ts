import { inputOf } from '../../../schemas/envelopes.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { sameField } from '../../clauses/records/same-record.ts'
import { FRESH_MS, type Fact } from '../store.ts'
import { keyOf } from '../timeline.ts'
import { relation, sight, type Seen } from './relation.ts'

const KEY = keyOf('settings', '')

/** Fields that can be set: what a server finds out by itself may change at any time. */
const FIELDS = Object.keys(fieldsOf('resources/settings-input'))

/** An update changes the fields given and no others; and later reads show what it answered. */
const settings = relation(
  'settings change where they were told to',
  ['readSettings', 'updateSettings'],
  function* (seen) {
    const { passed, store, moment } = seen
    const shown = member(passed, 'settings')
    if (!isSuccess(passed) || !isObject(shown)) return
    const fact = fresh(seen)
    if (fact) yield* compared(seen, fact, shown)
    if (moment.disturbed.has('settings')) store.facts.delete(KEY)
    else {
      const by = passed.operation === 'readSettings' ? 'read' : 'update'
      store.facts.set(KEY, { fields: shown, passed, by, until: moment.until, ended_at: moment.ended_at })
    }
  },
)

function fresh({ store, moment }: Seen): Fact | null {
  const fact = store.facts.get(KEY)
  if (!fact || moment.disturbed.has('settings') || moment.ended_at - fact.ended_at > FRESH_MS) return null
  return moment.last.settings < fact.until ? fact : null
}

function* compared({ passed, store }: Seen, fact: Fact, shown: Record<string, unknown>) {
  const given = passed.operation === 'updateSettings' ? givenIn(passed.input) : []
  const moved = FIELDS.filter(
    (field) => !given.includes(field) && !sameField(fact.fields[field], shown[field]),
  )
  const [field] = moved
  if (passed.operation === 'readSettings' && fact.by === 'read') {
    if (field) store.others ??= `${field} of the settings changed by no request that passed`
    return
  }
  yield sight('settings.partial-update', field === undefined, () => ({
    field: `settings.${field}`,
    message: `${field} of the settings changed, which no request asked for`,
    expected: `${field} ${JSON.stringify(fact.fields[field ?? ''])}`,
    got: JSON.stringify(shown[field ?? '']) ?? 'nothing',
    exchanges: [fact.passed, passed],
  }))
}

function givenIn(input: unknown): string[] {
  const key = inputOf('updateSettings')?.key ?? ''
  const given = isObject(input) ? input[key] : undefined
  return isObject(given) ? Object.keys(given) : []
}

/** What several answers show of the settings. */
export const SETTINGS = [settings] as const
