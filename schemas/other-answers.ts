import { DEFAULT_DIALECT } from './dialect.ts'
import type { AdjustableKey } from './questions.ts'
import { schema } from './schema-files.ts'
import { hasFields } from './tables.ts'

interface Property {
  enum?: unknown[]
  type?: string
  properties?: Record<string, { enum?: unknown[] }>
}

/** Answers of questions whose schema names no finite set: what other servers are known to do. */
const OTHERS: Readonly<Partial<Record<AdjustableKey, readonly unknown[]>>> = {
  'status.unauthorized': [403],
  'status.not_found': [410],
  'status.unprocessable': [400],
  'status.rate_limited': [503],
  'status.conflict': [423, 422],
  'status.created': [200],
  'status.existing': [201],
  'status.queued': [201, 202],
  'status.deleted': [200],
  'templates.required': [[], ['name', 'template_type'], Object.keys(fieldsOf('resources/template-input'))],
  'customers.required': [
    ['email'],
    ['email', 'first_name', 'last_name'],
    Object.keys(fieldsOf('resources/customer-input')),
  ],
  'bulk.statuses': [{ queued: 'pending', processing: 'running', completed: 'done' }],
  'bulk.duration': [
    { base_ms: 300, per_invoice_ms: 0 },
    { base_ms: 1500, per_invoice_ms: 1 },
  ],
  'rate.quota': [
    { requests: 400, window_seconds: 1 },
    { requests: 60_000, window_seconds: 3_600 },
  ],
  'pdf.url_lifetime': [30, 604_800],
  'pdf.bad_signature': [400, 401, 404, 410],
  'format.timestamps': [
    { offset: '+05:30', digits: 0 },
    { offset: '-08:00', digits: 6 },
    { offset: 'Z', digits: 0 },
  ],
}

function fieldsOf(
  name: 'dialect' | 'resources/template-input' | 'resources/customer-input',
): Readonly<Record<string, Property>> {
  // As these schemas are written.
  return schema(name)['properties'] as Record<string, Property>
}

/** The other answers of one question that the mock can be set to. */
export function othersOf(key: AdjustableKey): unknown[] {
  const property = fieldsOf('dialect')[key] ?? {}
  const ours: unknown = DEFAULT_DIALECT[key]
  if (OTHERS[key]) return [...OTHERS[key]]
  if (property.type === 'boolean') return [!ours]
  if (property.enum) return property.enum.filter((value) => value !== ours && value !== 'other')
  return Object.entries(property.properties ?? {}).flatMap(([name, { enum: values = [] }]) =>
    values
      .filter((value) => hasFields(ours) && value !== ours[name])
      .map((value) => ({ ...(hasFields(ours) ? ours : {}), [name]: value })),
  )
}
