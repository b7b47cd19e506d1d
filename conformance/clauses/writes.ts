import type { OperationId } from '../../schemas/operations.ts'
import type { Law } from '../judge/law.ts'
import type { View } from '../judge/view.ts'
import type { Call } from '../server/client/call.ts'
import type { KeyName } from '../server/client/exchange.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type RecordKind } from './records/record-kind.ts'
import { footerView, listView, recordView } from './views.ts'

/** A write, and the view where it would show. */
export interface Write {
  readonly operation: OperationId
  readonly call: Call
  readonly view: View
}

/** A record of the run's own. */
export interface Own {
  readonly kind: RecordKind
  readonly id: number
  readonly input: Fields
}

/** Writes of every kind that leave a trace: another footer, a record more, one of our own changed or deleted. */
export async function everyWrite(law: Law, key: KeyName, own: readonly Own[]): Promise<Write[]> {
  const text = `Refused ${law.marker}`
  const body = { settings: { footer_message: text } }
  const update: Write = { operation: 'updateSettings', call: { body }, view: footerView(law, key, text) }
  return [
    ...(law.mayTry('settings', 'footer_message') ? [update] : []),
    await creation(law, key, TEMPLATES),
    await creation(law, key, CUSTOMERS),
    ...own.flatMap((one) => writesOn(law, key, one)),
  ]
}

async function creation(law: Law, key: KeyName, kind: RecordKind): Promise<Write> {
  const input = await kind.input(law.session)
  const view = listView(law, key, kind, String(input[kind.known_by]))
  return { operation: kind.operations.create, call: { body: { [kind.one]: input } }, view }
}

/** A change and a deletion of a record. */
export function writesOn(law: Law, key: KeyName, { kind, id, input }: Own): Write[] {
  const text = `Changed ${law.marker}`
  const body = { [kind.one]: { ...input, [kind.mark]: text } }
  const view = recordView(law, key, kind, id, text)
  return [
    { operation: kind.operations.update, call: { params: { id }, body }, view },
    { operation: kind.operations.delete, call: { params: { id } }, view },
  ]
}
