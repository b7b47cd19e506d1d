import type { TemplateRecord } from '../../../mock-server/seams.ts'
import type { ErrorKind } from '../../../schemas/operations.ts'
import { afterHandler, around, refusing, templateIdIn } from './answers.ts'
import { undead, undeadOnceDrawn } from './memory.ts'
import { all, type Change, type Faults, fresh, noting, rows } from './mutant.ts'
import { BY_TEMPLATE, ON_INVOICES } from './operations.ts'
import { findingAbsent } from './record-ids.ts'
import { mistaking } from './replies.ts'
import { findingBySlug } from './slugs.ts'

// Faults that any operation on an invoice can have, and any that makes a document by a template.

type OnInvoice = (typeof ON_INVOICES)[number]
type ByTemplate = (typeof BY_TEMPLATE)[number]

/**
 * Slugs that no invoice has are found.
 * @param success what stands there for an invoice that is none
 */
export const unknownInvoiceFaults = (operation: OnInvoice, success: object): Faults => ({
  [`${operation} of an unknown invoice is a success`]: findingAbsent(operation, () => success),
  [`${operation} of an unknown invoice is unprocessable`]: mistaking('not-found', 'unprocessable', operation),
  [`${operation} of an unknown invoice is unauthorized`]: mistaking('not-found', 'unauthorized', operation),
  [`${operation} takes an id for the slug`]: findingBySlug(operation, (sent, { id }) => sent === String(id)),
  [`${operation} takes a number for the slug`]: findingBySlug(
    operation,
    (sent, { number }) => sent === number,
  ),
  [`${operation} takes the name of an order for the slug`]: findingBySlug(
    operation,
    (sent, { order_name }) => sent === order_name,
  ),
  [`${operation} takes the first block of a slug for the whole`]: findingBySlug(
    operation,
    (sent, { slug }) => sent.length >= 8 && slug.startsWith(sent),
  ),
  [`${operation} takes a slug with a file extension behind it`]: findingBySlug(
    operation,
    (sent, { slug }) => sent.replace(/\.\w+$/, '') === slug,
  ),
  ...rows(
    (marks: RegExp) => findingBySlug(operation, (sent, { slug }) => bare(sent, marks) === bare(slug, marks)),
    {
      [`${operation} takes a slug without its hyphens`]: /-/g,
      [`${operation} takes a slug in braces`]: /[{}]/g,
    },
  ),
  [`${operation} takes any slug for that of some invoice`]: findingBySlug(operation, () => true),
})

const bare = (slug: string, marks: RegExp): string => slug.replaceAll(marks, '')

/** An unknown template_id is refused as something else, or used. */
export const unknownTemplateFaults = (operation: ByTemplate, ...wrong: readonly ErrorKind[]): Faults => ({
  ...Object.fromEntries(
    wrong.map((kind) => [
      `${operation} answers ${kind} to an unknown template_id`,
      refusing(operation, kind, ({ context, query, body }) => {
        const id = query['template_id'] ?? body['template_id']
        return id !== undefined && !context.store.templates.has(Number(id))
      }),
    ]),
  ),
  [`${operation} goes by a template that was deleted, while it refuses other unknown ones`]:
    undead(operation),
  [`${operation} goes by a template that was deleted, once it has drawn a document`]:
    undeadOnceDrawn(operation),
  [`${operation} takes another store's template for one's own, and goes by the default`]: around(
    operation,
    (request, handler) => {
      const { template_id: asked, ...query } = request.query
      const { template_id: sent, ...body } = request.body
      const id = asked ?? sent
      const isForeign = typeof id === 'number' && id < 2 ** 40 && !request.context.store.templates.has(id)
      return handler(isForeign ? { ...request, query, body } : request)
    },
  ),
})

/** Templates that are the store's are refused. */
export const unusableTemplateFaults = (operation: ByTemplate): Faults => ({
  [`${operation} refuses packing slip templates unless packing_slip is true`]: refusingTemplate(
    operation,
    ({ template_type }, flag) => template_type === 'packing_slip' && flag !== true,
  ),
  [`${operation} refuses templates that were created by the API and never updated`]: refusingTemplate(
    operation,
    ({ created_at, updated_at, design_key }) => design_key === null && created_at === updated_at,
  ),
  [`${operation} refuses templates that were created since it was first used`]: fresh(() => {
    let isUsed = false
    const since = new Set<number>()
    return all(
      afterHandler('createTemplate', (_request, { template: { id } }) => void (isUsed && since.add(id))),
      afterHandler(operation, () => void (isUsed = true)),
      refusingTemplate(operation, ({ id }) => since.has(id)),
    )
  }),
  [`${operation} refuses templates that were updated`]: noting(Set<number>, (updated) => [
    afterHandler('updateTemplate', (_request, { template: { id } }) => void updated.add(id)),
    refusingTemplate(operation, ({ id }) => updated.has(id)),
  ]),
})

/** A template draws no document for what it lacks, as it may. */
export const lackingTemplateFaults = (operation: ByTemplate): Faults => ({
  [`${operation} refuses templates whose logo has no address`]: refusingTemplate(
    operation,
    ({ logo_enabled, logo_url }) => logo_enabled && logo_url === null,
  ),
  [`${operation} refuses templates whose logo is at example.com`]: refusingTemplate(
    operation,
    ({ logo_enabled, logo_url }) => logo_enabled && /example\.com/.test(logo_url ?? ''),
  ),
  [`${operation} refuses templates whose name is no name of a file`]: refusingTemplate(
    operation,
    ({ name }) => name.includes('/'),
  ),
  [`${operation} refuses templates whose name has letters beyond Latin-1`]: refusingTemplate(
    operation,
    ({ name }) => /[\u0100-\uffff]/.test(name),
  ),
  [`${operation} refuses templates whose colour is none of #rrggbb`]: refusingTemplate(
    operation,
    ({ accent_color }) => !/^#[\da-f]{6}$/i.test(accent_color),
  ),
  [`${operation} refuses templates in Noto Sans`]: refusingTemplate(
    operation,
    ({ font_family }) => font_family === 'Noto Sans',
  ),
})

/** Refuses template ids that must be usable. */
function refusingTemplate(
  operation: ByTemplate,
  isRefused: (template: TemplateRecord, flag: unknown) => boolean,
): Change {
  return refusing(operation, 'unprocessable', (request) => {
    const { context, query, body } = request
    const template = context.store.templates.get(templateIdIn(request))
    return template !== undefined && isRefused(template, query['packing_slip'] ?? body['packing_slip'])
  })
}
