import { type ApiRequest, detailOf, Refusal } from '../../../mock-server/seams.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { valuesOf } from '../../../schemas/resources.ts'
import { around, asking, bodyOf, leavingOut, type Query } from './answers.ts'
import { BY_DAY, BY_VALUE } from './filters.ts'
import { type Change, type Faults, ofEach } from './mutant.ts'
import { finding } from './paging.ts'

// Faults that show where two things come together: two filters of a list, two options of a creation, with any values.

const pairsOf = <T>(things: readonly T[]): (readonly [T, T])[] =>
  things.flatMap((one, at) => things.slice(at + 1).map((other) => [one, other] as const))

const asked = (query: Query, ...names: readonly string[]): boolean => names.every((name) => name in query)

/** Every filter with every other, in either place. */
const filterPairs = (): Faults =>
  ofEach(pairsOf([...BY_VALUE, ...BY_DAY]), ([one, other]) => ({
    ...ofEach(
      [
        [one, other],
        [other, one],
      ] as const,
      ([lost, kept]) => ({
        [`${lost} is ignored beside ${kept}`]: asking('listInvoices', (query) =>
          asked(query, kept) ? leavingOut(query, lost) : query,
        ),
        [`From the second page on ${lost} is ignored beside ${kept}`]: asking('listInvoices', (query) =>
          asked(query, kept) && Number(query['page'] ?? 1) > 1 ? leavingOut(query, lost) : query,
        ),
      }),
    ),
    [`${one} and ${other} together list nothing`]: finding('listInvoices', (found, { query }) =>
      asked(query, one, other) ? [] : found,
    ),
    [`With ${one} and ${other} total counts by ${one} alone`]: around('listInvoices', (request, handler) => {
      const answer = handler(request)
      if (!asked(request.query, one, other)) return answer
      const { meta } = bodyOf<'listInvoices'>(
        handler({ ...request, query: leavingOut(request.query, other) }),
      )
      return { ...answer, body: { ...bodyOf<'listInvoices'>(answer), meta } }
    }),
  }))

/** Each value of a filter, with its name. */
const valuesBy = (name: string) =>
  valuesOf('queries/list-invoices', name).map((value) => ({ name, value, says: `${name} ${value}` }))

/** Each value with each value of another filter, and with each bound. */
const valuePairs = (): Faults => ({
  ...ofEach(pairsOf(BY_VALUE), ([first, second]) =>
    ofEach(valuesBy(first), (one) =>
      ofEach(valuesBy(second), (other) => ({
        [`Of ${one.says} and ${other.says} the second is ignored`]: asking('listInvoices', (query) =>
          [one, other].every(({ name, value }) => query[name] === value) ? leavingOut(query, second) : query,
        ),
      })),
    ),
  ),
  ...ofEach(BY_VALUE.flatMap(valuesBy), ({ name, value, says }) =>
    ofEach(BY_DAY, (bound) => ({
      [`Beside ${says} ${bound} is ignored`]: asking('listInvoices', (query) =>
        query[name] === value ? leavingOut(query, bound) : query,
      ),
    })),
  ),
})

/** An option of a creation with one of its values. */
interface Option {
  readonly name: string
  readonly says: string
  isMeant(request: ApiRequest): boolean
}

const told = (name: string, value: boolean): Option => ({
  name,
  says: `${name} ${value}`,
  isMeant: ({ body }) => body[name] === value,
})

const byTemplate = (type: string): Option => ({
  name: 'template_id',
  says: `a template for ${type.replace('_', ' ')}s`,
  isMeant: ({ body, context }) =>
    context.store.templates.get(Number(body['template_id']))?.template_type === type,
})

/** packing_slip beside a template is left out: what comes of the two is open. */
const OPTIONS: readonly (readonly [Option, Option])[] = pairsOf([
  told('draft', true),
  told('generate_pdf', true),
  told('generate_pdf', false),
  told('packing_slip', true),
  told('packing_slip', false),
  byTemplate('invoice'),
  byTemplate('packing_slip'),
]).filter(
  ([one, other]) => one.name !== other.name && !(one.name === 'packing_slip' && other.name === 'template_id'),
)

const onNew = (
  [one, other]: readonly [Option, Option],
  act: (request: ApiRequest, slug: string) => object,
): Change =>
  around('createInvoice', (request, handler) => {
    const answer = handler(request)
    if (answer.outcome !== 'created' || !one.isMeant(request) || !other.isMeant(request)) return answer
    const { invoice } = bodyOf<'createInvoice'>(answer)
    return { ...answer, body: { invoice: { ...invoice, ...act(request, invoice.slug) } } }
  })

/** Every option of a creation with every other. */
const optionPairs = (fault: (pair: readonly [Option, Option], says: string) => Faults): Faults =>
  ofEach(OPTIONS, (pair) => fault(pair, `with ${pair[0].says} and ${pair[1].says}`))

const recordOf = ({ context: { store } }: ApiRequest, slug: string) =>
  [...store.invoices.values()].find((one) => one.slug === slug)

/** Faults of pairs. */
export const PAIR_FAULTS: Readonly<Partial<Record<ClauseId, Faults>>> = {
  'list.filter-combination': { ...filterPairs(), ...valuePairs() },
  'create.from-order': optionPairs((pair, says) => ({
    [`A creation ${says} is refused`]: around('createInvoice', (request, handler) => {
      if (pair.every((option) => option.isMeant(request)))
        throw new Refusal('unprocessable', { base: ['no'] })
      return handler(request)
    }),
  })),
  'create.persists': optionPairs((pair, says) => ({
    [`An invoice created ${says} is answered, but not saved`]: onNew(pair, (request, slug) => {
      const record = recordOf(request, slug)
      if (record) request.context.store.invoices.delete(record.id)
      return {}
    }),
    [`An invoice created ${says} is saved without its lines`]: onNew(pair, (request, slug) => {
      const record = recordOf(request, slug)
      if (record) request.context.store.invoices.set(record.id, { ...record, line_items: [] })
      return {}
    }),
  })),
  'regenerate.unedited': optionPairs((pair, says) => ({
    [`An invoice created ${says} lacks its customer`]: onNew(pair, (request, slug) => {
      const record = recordOf(request, slug)
      if (!record) return {}
      const changed = { ...record, customer: { ...record.customer, first_name: '', last_name: '' } }
      request.context.store.invoices.set(record.id, changed)
      return detailOf(changed, request.context.dialect)
    }),
  })),
}
