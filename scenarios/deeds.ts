import { didYouMean } from '../schemas/nearest.ts'
import { timeOf } from './context.ts'
import { ScenarioError, type Mistake, type Path } from './mistakes.ts'
import type { ScenarioStore } from './scenario.ts'
import type { Deeds, StoreState } from './state.ts'

/** When emails were sent and bulk actions started that don't say it. */
const RECENTLY = '-1h'

/** What was done in a store by its scenario; undefined where nothing was. */
export function deedsOf({ emails = [], bulk_actions = [] }: ScenarioStore, now: number): Deeds | undefined {
  if (emails.length + bulk_actions.length === 0) return undefined
  return {
    emails: emails.map(({ invoice, template, sent = RECENTLY }) => ({
      invoice,
      template,
      at: timeOf(sent, now),
    })),
    bulk_actions: bulk_actions.map(({ invoices, template_name, started = RECENTLY }) => ({
      invoices,
      template_name,
      at: timeOf(started, now),
    })),
  }
}

/** Sees that what deeds name is there. @throws ScenarioError, with the nearest that is */
export function expectNamed(stores: readonly StoreState[], source: string): void {
  const mistakes = stores.flatMap(strangersIn)
  if (mistakes.length > 0) throw new ScenarioError(source, mistakes)
}

function strangersIn({ deeds, invoices, templates }: StoreState, at: number): Mistake[] {
  if (!deeds) return []
  const numbers = new Set(invoices.map(({ number }) => number))
  const names = new Set(templates.map(({ name }) => name))
  const named = (
    value: string | undefined,
    known: ReadonlySet<string>,
    what: string,
    path: Path,
  ): Mistake[] =>
    value === undefined || known.has(value)
      ? []
      : [
          {
            path: ['stores', at, ...path],
            says: `there is no ${what} ${value}; ${didYouMean(value, [...known].slice(0, MOST_NAMED))}`,
          },
        ]
  return [
    ...deeds.emails.flatMap(({ invoice, template }, index) => [
      ...named(invoice, numbers, 'invoice', ['emails', index, 'invoice']),
      ...named(template, names, 'template', ['emails', index, 'template']),
    ]),
    ...deeds.bulk_actions.flatMap(({ invoices: asked = [], template_name }, index) => [
      ...asked.flatMap((number, each) =>
        named(number, numbers, 'invoice', ['bulk_actions', index, 'invoices', each]),
      ),
      ...named(template_name, names, 'template', ['bulk_actions', index, 'template_name']),
    ]),
  ]
}

/** Names among which the nearest is looked for. */
const MOST_NAMED = 1000
