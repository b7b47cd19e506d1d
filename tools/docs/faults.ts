import { schema, type SchemaNode } from '../../schemas/schema-files.ts'
import { code, fence, page, prose, section, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { fieldTable, typeOf } from './schema-table.ts'

/** The faults that a mock can play, from the schemas of the admin API. */
export function faultsPage(): Pages {
  const kinds = schema('desk/fault-effect').oneOf ?? []
  return {
    'faults.md': page(
      'Faults',
      'A fault makes the mock fail on chosen requests, for example by a reset connection.',
      '`POST /__admin/faults` adds a fault. A scenario file may hold faults as well.',
      fence(
        'jsonc',
        JSON.stringify({ when: { operation: 'createInvoice', times: 1 }, fault: { kind: 'reset' } }, null, 2),
      ),
      section(
        'Kinds',
        table(
          ['Kind', 'Effect', 'Fields besides `kind`'],
          kinds.map((kind) => [
            code(kindName(kind)),
            prose(kind.description ?? ''),
            ownFields(kind)
              .map(([name]) => code(name))
              .join(', '),
          ]),
        ),
      ),
      section(
        'Fields of a kind',
        table(
          ['Kind', 'Field', 'Type', 'Required', 'Example', 'Description'],
          kinds.flatMap((kind) => ownFields(kind).map((field) => effectRow(kind, field))),
        ),
      ),
      section(
        'Fields of `when`',
        prose(schema('desk/fault-when').description),
        fieldTable(schema('desk/fault-when')),
      ),
      section(
        'Fields of an added fault',
        'The admin API answers each fault with these fields.',
        fieldTable(schema('desk/fault'), 0),
      ),
    ),
  }
}

const kindName = ({ properties }: SchemaNode): string => String(properties?.['kind']?.enum?.[0])

const ownFields = ({ properties = {} }: SchemaNode) =>
  Object.entries(properties).filter(([name]) => name !== 'kind')

const effectRow = (kind: SchemaNode, [name, field]: [string, SchemaNode]): string[] => [
  code(kindName(kind)),
  code(name),
  typeOf(field),
  kind.required?.includes(name) ? 'yes' : '',
  field.examples === undefined ? '' : code(JSON.stringify(field.examples[0])),
  prose(field.description ?? ''),
]
