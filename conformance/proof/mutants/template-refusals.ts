import { type ApiRequest, type Exchange, Refusal, sentQuery } from '../../../mock-server/seams.ts'
import { isObject } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { afterHandler, around, leavingOut, templateIdIn } from './answers.ts'
import { sentBody } from './bodies.ts'
import { refusedButDone } from './gates.ts'
import { all, type Change, type Faults, ofEach, noting } from './mutant.ts'
import { withOthers } from './other-stores.ts'

// What a request whose template_id was refused did after all.

/** Ways in which a template_id is none, in a query as in a body. */
const NO_TEMPLATES: Readonly<Record<string, (id: unknown) => boolean>> = {
  'an id that nobody has': (id) => Number(id) === UNLIKELY_ID,
  'a text': (id) => typeof id === 'string' && /^[a-z]/i.test(id),
  'an id with letters behind it': (id) => typeof id === 'string' && /^\d+[a-wyz]/i.test(id),
  'a fraction': (id) => /^\d+\.\d+$/.test(String(id)),
  'a negative number': (id) => Number(id) < 0,
  'a number beyond 64 bits': (id) => Number(id) >= 2 ** 63,
}

type Writing = 'createInvoice' | 'regenerateInvoice' | 'sendInvoiceEmail'

/** Others, where nobody may be right to take them. */
const MORE_NO_TEMPLATES: Readonly<Record<Writing, typeof NO_TEMPLATES>> = {
  createInvoice: { 'an array': Array.isArray },
  regenerateInvoice: { 'a hexadecimal number': isHexadecimal },
  sendInvoiceEmail: { 'an array': Array.isArray, 'a hexadecimal number': isHexadecimal },
}

function isHexadecimal(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('0x')
}

/** A wrong template_id is refused, but what was asked for is done without it. */
export function doneAllTheSame(operation: Writing, gate: 'query' | 'body'): Faults {
  const says = (what: string) => `${operation} with ${what} as template_id is refused, but done`
  return {
    ...ofEach(Object.entries({ ...NO_TEMPLATES, ...MORE_NO_TEMPLATES[operation] }), ([what, fits]) => ({
      [says(what)]: all(
        doneWithout(operation, (request) => fits(templateIdIn(request))),
        refusedButDone(gate, operation, (exchange) => {
          const { template_id, ...rest } = sentTo(exchange, gate)
          if (template_id === undefined || !fits(template_id)) throw new Refusal('unprocessable')
          exchange[gate] = rest
        }),
      ),
    })),
    [says('the id of a deleted template')]: noting(Set<number>, (deleted) => [
      afterHandler('deleteTemplate', ({ params }) => void deleted.add(params.id)),
      doneWithout(operation, (request) => deleted.has(templateIdIn(request))),
    ]),
    [says("another store's id")]: withOthers((othersOf) =>
      doneWithout(operation, (request) =>
        othersOf(request.context.store).some(({ templates }) => templates.has(templateIdIn(request))),
      ),
    ),
  }
}

/** What was sent where an operation names its template. */
function sentTo(exchange: Exchange, gate: 'query' | 'body'): Record<string, unknown> {
  const sent = gate === 'query' ? sentQuery(exchange) : sentBody(exchange)
  return isObject(sent) ? sent : {}
}

/** Refuses a template, and does without it what was asked for. */
function doneWithout(operation: Writing, isMeant: (request: ApiRequest) => boolean): Change {
  return around(operation, (request, handler) => {
    try {
      return handler(request)
    } catch (error) {
      const { template_id: _sent, ...body } = request.body
      if (error instanceof Refusal && isMeant(request))
        handler({ ...request, body, query: leavingOut(request.query, 'template_id') })
      throw error
    }
  })
}
