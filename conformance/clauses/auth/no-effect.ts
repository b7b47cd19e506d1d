import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { unchanged } from '../../judge/relations.ts'
import { FEW_KEYS, withBadKeys, withFreeKey } from '../bad-keys.ts'
import { CUSTOMERS, TEMPLATES, type RecordKind } from '../records/record-kind.ts'
import { Records } from '../records/records.ts'
import { changing, remember } from '../settings/change.ts'
import { invoicesView, settingsIn } from '../views.ts'
import { everyWrite, type Own, type Write } from '../writes.ts'

/** The clause that keeps what each of them writes to its store. */
const SCOPES: Partial<Record<OperationId, ClauseId>> = {
  updateSettings: 'auth.scope-settings',
  ...ofRecords(TEMPLATES, 'auth.scope-templates'),
  ...ofRecords(CUSTOMERS, 'auth.scope-customers'),
}

function ofRecords({ operations }: RecordKind, clause: ClauseId): typeof SCOPES {
  return { [operations.create]: clause, [operations.update]: clause, [operations.delete]: clause }
}

/**
 * Writes without a key, with keys that are nearly the store's, and with that of a store on the free plan, on records of our
 * own. Emails, regenerations and bulk actions, which show elsewhere, are judged by the checks of those.
 */
export const refusedKeyNoEffect = check(
  ['auth.unauthorized-no-effect', 'auth.scope-invoices', ...new Set(Object.values(SCOPES))],
  {
    name: 'writes that are answered unauthorized, or forbidden',
    needs: ['writes'],
    run: changing(async (law: Law) => {
      const settings = settingsIn(await law.call('readSettings'))
      if ('footer_message' in settings) remember(law, settings, ['footer_message'])
      const [templates, customers] = [new Records(law, TEMPLATES), new Records(law, CUSTOMERS)]
      const judge = async () => {
        const own = [...(await ownOf(templates)), ...(await ownOf(customers))]
        const writes = await everyWrite(law, 'api', own)
        // What is written to one record shows there, and nowhere else.
        const [deletions, others] = [writes.filter(isDeletion), writes.filter((write) => !isDeletion(write))]
        await atOnce(others, (write) => judgeWrite(law, write))
        await atOnce(deletions, (write) => judgeWrite(law, write))
      }
      await templates.tidying(() => customers.tidying(judge))
      await judgeCreation(law)
    }),
  },
)

const isDeletion = ({ operation }: Write) => operation.startsWith('delete')

async function judgeWrite(law: Law, { operation, call, view }: Write): Promise<void> {
  const views = [view]
  await unchanged(law, { views, after: () => withBadKeys(law, operation, call, FEW_KEYS) })
  const scope = law.of(SCOPES[operation] ?? law.clause)
  await unchanged(scope, { views, after: () => withFreeKey(law, operation, call) })
}

/** A record of our own, unless the server takes none. */
async function ownOf(records: Records): Promise<Own[]> {
  const { input, shown } = await records.create(await records.input())
  return shown ? [{ kind: records.kind, id: shown.id, input }] : []
}

/** Orders that are to be invoiced anyway, each at one look: a faulty server invoices it once. */
async function judgeCreation(law: Law): Promise<void> {
  const orders = law.target.order_ids.slice(-2)
  if (!law.permits('createInvoice') || orders.length === 0) return
  const views = [invoicesView(law, 1)]
  for (const [scope, send] of [
    [law, withBadKeys],
    [law.of('auth.scope-invoices'), withFreeKey],
  ] as const)
    await unchanged(scope, {
      views,
      after: (look) => send(law, 'createInvoice', { body: { order_id: orders[look] } }),
      looks: orders.length,
    })
}
