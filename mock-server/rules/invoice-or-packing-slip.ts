import type { Dialect } from '../../schemas/dialect.ts'
import { OPERATIONS, type OperationId } from '../../schemas/operations.ts'
import { inOrder } from '../store/gradual-index.ts'
import type { DocumentKind, TemplateRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { Refusal } from '../refusal.ts'
import { BUILT_IN_TEMPLATE } from './template-fields.ts'

/** What a request says about the document it wants. */
export interface DocumentRequest {
  template_id?: number | undefined
  packing_slip?: boolean | undefined
}

/** Which of an invoice's two documents, in which template's look. */
export interface DocumentChoice {
  kind: DocumentKind
  template: TemplateRecord
}

/**
 * The document that a request asks for. A packing slip template makes a packing slip whatever the flag says; with the
 * flag any other template gives the packing slip its look (clauses create.packing-slip, create.packing-slip-inferred,
 * pdf.template).
 * @param draft whether the invoice is a draft order's
 * @throws Refusal for a template that the store does not have, of the kind the dialect says
 */
export function chooseDocument(
  context: Context,
  operation: OperationId,
  draft: boolean,
  request: DocumentRequest,
): DocumentChoice {
  const template = requestedTemplate(context, operation, request.template_id)
  const slip = request.packing_slip === true || template?.template_type === 'packing_slip'
  const kind = slip ? 'packing_slip' : 'invoice'
  return { kind, template: template ?? defaultTemplate(context.store, kind, draft) }
}

/**
 * The template that a request names; undefined when it names none, or one that the dialect lets pass as none.
 * @throws Refusal for a template that the store does not have
 */
export function requestedTemplate(
  { store, dialect }: Context,
  operation: OperationId,
  id: number | undefined,
): TemplateRecord | undefined {
  if (id === undefined) return undefined
  const template = store.templates.get(id)
  if (!template && dialect['template.unknown'] !== 'default_template')
    throw new Refusal(refusalOf(operation, dialect['template.unknown']), { template_id: ['is unknown'] })
  return template
}

/**
 * The store's default template for a document: of those of its type the one that is pre-selected for it, else the
 * oldest; else the oldest of any type (open question default_template). Of several pre-selected the one changed last.
 */
export function defaultTemplate(store: Store, kind: DocumentKind, draft: boolean): TemplateRecord {
  const all = inOrder(store.lists.templates.byAge)
  const fitting = all.filter(({ template_type }) => template_type === kind)
  const selected = fitting.filter((template) =>
    draft ? template.pre_selected_draft_orders : template.pre_selected_orders,
  )
  return lastChanged(selected) ?? fitting[0] ?? all[0] ?? BUILT_IN_TEMPLATE
}

function lastChanged(templates: TemplateRecord[]): TemplateRecord | undefined {
  return templates.reduce<TemplateRecord | undefined>(
    (last, each) => (last && last.updated_at > each.updated_at ? last : each),
    undefined,
  )
}

function refusalOf(operation: OperationId, rule: Exclude<Dialect['template.unknown'], 'default_template'>) {
  const listed: readonly string[] = OPERATIONS[operation].errors
  return listed.includes(rule) ? rule : 'unprocessable'
}
