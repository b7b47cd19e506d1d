import type { OperationId } from '../../schemas/operations.ts'
import type { Law } from '../judge/law.ts'
import type { View } from '../judge/view.ts'
import type { Call } from '../server/client/call.ts'
import type { KeyName } from '../server/client/exchange.ts'
import { customerInput, templateInput } from '../server/store/own-records.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type RecordKind } from './records/record-kind.ts'
import { footerView, listView, recordView } from './views.ts'

/** A write, and the view where it would show. */
export interface Write {
  readonly operation: OperationId
  readonly call: Call
  readonly view: View
}

/** A record of the run's own; null where the store took none. */
type Own = { readonly id: number; readonly input: object } | null

/** Writes of every kind that leave a trace: a footer, a record more, one of our own changed or deleted. */
export async function everyWrite(law: Law, key: KeyName, template: Own, customer: Own): Promise<Write[]> {
  const mark = `Refused ${law.marker}`
  const named = await templateInput(law.session, { name: mark })
  const email = `refused.${law.marker}@example.com`
  const someone = customerInput(law.session, { email, last_name: mark })
  return [
    {
      operation: 'updateSettings',
      call: { body: { settings: { footer_message: mark } } },
      view: footerView(law, key, mark),
    },
    {
      operation: 'createTemplate',
      call: { body: { template: named } },
      view: listView(law, key, TEMPLATES, 'name', mark),
    },
    {
      operation: 'createCustomer',
      call: { body: { customer: someone } },
      view: listView(law, key, CUSTOMERS, 'email', email),
    },
    ...(template ? writesOn(law, key, TEMPLATES, template) : []),
    ...(customer ? writesOn(law, key, CUSTOMERS, customer) : []),
  ]
}

function writesOn(law: Law, key: KeyName, kind: RecordKind, { id, input }: NonNullable<Own>): Write[] {
  const { one, mark, operations } = kind
  const text = `Changed ${law.marker}`
  const changed: Fields = { ...input, [mark]: text }
  const view = recordView(law, key, kind, id, mark, text)
  return [
    { operation: operations.update, call: { params: { id }, body: { [one]: changed } }, view },
    { operation: operations.remove, call: { params: { id } }, view },
  ]
}
