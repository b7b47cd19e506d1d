import type { ApiRequest } from '../../mock-server/routes/handler.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import { dropTemplate } from '../../mock-server/rules/revisions.ts'
import { templateOf } from '../../mock-server/rules/templates.ts'
import type { TemplateRecord } from '../../mock-server/store/records.ts'
import { forgetting, counter } from './memory.ts'
import {
  afterGate,
  afterHandler,
  all,
  around,
  changing,
  changingEach,
  fresh,
  isFor,
  onReply,
  onRefusal,
  rewritten,
  type Change,
  type Mutant,
} from './mutant.ts'
import { sharingTheId } from './races.ts'
import { findingAbsent, namingLoosely } from './record-ids.ts'
import {
  eachText,
  edit,
  fieldsOf,
  inField,
  savingWhatItRefuses,
  sending,
  setting,
  taming,
  tamingFields,
  without,
  type Fields,
} from './writes.ts'

const BOTH_WRITES = ['createTemplate', 'updateTemplate'] as const

/** Faults of /templates. */
export const TEMPLATE_MUTANTS: readonly Mutant[] = [
  {
    id: 'templates.list-without-newest',
    clause: 'templates.list',
    says: 'The list leaves out the newest template when there are more than five.',
    mutate: changing('listTemplates', 'templates', (templates) =>
      templates.length > 5 ? templates.slice(1) : templates,
    ),
  },
  {
    id: 'templates.list-of-25',
    clause: 'templates.list',
    says: 'The list ends after 25 templates.',
    deep: true,
    mutate: changing('listTemplates', 'templates', (templates) => templates.slice(0, 25)),
  },
  {
    id: 'templates.list-by-page',
    clause: 'templates.list',
    says: 'The list obeys page and per_page.',
    deep: true,
    mutate: onReply((answer, { operation, http }) => {
      const [page, size] = [Number(http.query['page'] ?? 1), Number(http.query['per_page'] ?? 250)]
      const isPart = operation === 'listTemplates' && answer.status === 200 && page > 0 && size > 0
      return isPart
        ? rewritten(answer, (body) => ({
            templates: (body['templates'] as object[]).slice((page - 1) * size, page * size),
          }))
        : answer
    }),
  },
  {
    id: 'templates.list-by-name',
    clause: 'templates.list',
    says: 'Of templates with the same name the list has one.',
    deep: true,
    mutate: changing('listTemplates', 'templates', (templates) => [
      ...new Map(templates.map((template) => [template.name, template])).values(),
    ]),
  },
  {
    id: 'templates.created-type-lost',
    clause: 'templates.create',
    says: 'A credit note template is created as one for invoices.',
    deep: true,
    mutate: sending(
      'createTemplate',
      inField('template_type', (type) => (type === 'credit_note' ? 'invoice' : type)),
    ),
  },
  {
    id: 'templates.created-logo-on',
    clause: 'templates.create',
    says: 'logo_enabled false is created as true.',
    deep: true,
    mutate: sending(
      'createTemplate',
      inField('logo_enabled', () => true),
    ),
  },
  {
    id: 'templates.created-pos-flag-lost',
    clause: 'templates.create',
    says: 'pre_selected_pos_orders is always created as false.',
    mutate: sending(
      'createTemplate',
      inField('pre_selected_pos_orders', () => false),
    ),
  },
  {
    id: 'templates.font-size-in-list',
    clause: 'templates.create',
    says: 'The list shows the font_size 10 for every template that was created by the API.',
    deep: true,
    mutate: withCreated((created) =>
      changingEach('listTemplates', 'templates', (template) =>
        created.has(template.id) ? { ...template, font_size: 10 } : template,
      ),
    ),
  },
  {
    id: 'templates.name-escaped',
    clause: 'templates.create',
    says: 'Quotes, ampersands and angle brackets come back as HTML entities.',
    deep: true,
    mutate: sending(BOTH_WRITES, eachText(escapedForHtml)),
  },
  {
    id: 'templates.name-decoded',
    clause: 'templates.create',
    says: 'A percent sign with two hexadecimal digits behind it is decoded.',
    deep: true,
    mutate: sending(
      'createTemplate',
      inField('name', (name) =>
        String(name).replaceAll(/%([0-7][\da-f])/gi, (_all, code: string) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        ),
      ),
    ),
  },
  {
    id: 'templates.emoji-lost',
    clause: 'templates.create',
    says: 'Characters outside the basic plane become question marks.',
    deep: true,
    mutate: sending(
      BOTH_WRITES,
      eachText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    ),
  },
  {
    id: 'templates.name-cut',
    clause: 'templates.create',
    says: 'Names end after 64 characters.',
    deep: true,
    mutate: sending(
      'createTemplate',
      inField('name', (name) => String(name).slice(0, 64)),
    ),
  },
  {
    id: 'templates.third-creation-lost',
    clause: 'templates.create',
    says: 'Every third creation is answered, but not saved.',
    deep: true,
    mutate: fresh(() => {
      const count = counter<string>()
      return forgetting('createTemplate', ({ context }) => count(context.store.record.name) % 3 === 0)
    }),
  },
  {
    id: 'templates.id-again',
    clause: 'templates.create',
    says: 'A new template gets the id of the one that was deleted last.',
    deep: true,
    mutate: fresh(() => {
      const free = new Map<string, number>()
      return all(
        afterHandler('deleteTemplate', ({ context, params }) => {
          free.set(context.store.record.name, params.id)
        }),
        around('createTemplate', (request, handler) => {
          const id = free.get(request.context.store.record.name)
          free.delete(request.context.store.record.name)
          const nextId = () => id ?? request.context.nextId()
          return handler({ ...request, context: { ...request.context, nextId } })
        }),
      )
    }),
  },
  {
    id: 'templates.read-without-logo',
    clause: 'templates.read',
    says: 'A single template has logo_url null, whatever the list shows.',
    mutate: changing('readTemplate', 'template', (template) => ({ ...template, logo_url: null })),
  },
  {
    id: 'templates.read-flags',
    clause: 'templates.read',
    says: 'A single template shows pre_selected_draft_orders as the opposite of pre_selected_orders.',
    mutate: changing('readTemplate', 'template', (template) => ({
      ...template,
      pre_selected_draft_orders: !template.pre_selected_orders,
    })),
  },
  {
    id: 'templates.read-credit-note',
    clause: 'templates.read',
    says: 'A credit note template is in the list, but cannot be read by its id.',
    deep: true,
    mutate: around('readTemplate', (request, handler) => {
      const template = request.context.store.templates.get(request.params.id)
      if (template?.template_type === 'credit_note') throw new Refusal('not-found')
      return handler(request)
    }),
  },
  {
    id: 'templates.update-not-saved',
    clause: 'templates.update',
    says: 'An update is answered, but not saved.',
    mutate: forgetting('updateTemplate', () => true),
  },
  {
    id: 'templates.second-update-not-saved',
    clause: 'templates.update',
    says: 'From the second update of a template on they are answered, but not saved.',
    deep: true,
    mutate: fresh(() => {
      const count = counter<number>()
      return forgetting('updateTemplate', ({ params }) => count(params.id) > 1)
    }),
  },
  {
    id: 'templates.list-before-update',
    clause: 'templates.update',
    says: 'The list shows updated templates as they were created, until another is created.',
    deep: true,
    mutate: showingBefore('listTemplates'),
  },
  {
    id: 'templates.read-before-update',
    clause: 'templates.update',
    says: 'A single template is shown as it was created, until another is created.',
    deep: true,
    mutate: showingBefore('readTemplate'),
  },
  {
    id: 'templates.false-ignored',
    clause: 'templates.update',
    says: 'An update to false is ignored.',
    deep: true,
    mutate: sending(
      'updateTemplate',
      without((value) => value === false),
    ),
  },
  {
    id: 'templates.empty-ignored',
    clause: 'templates.update',
    says: 'An update to an empty text is ignored.',
    deep: true,
    mutate: sending(
      'updateTemplate',
      without((value) => value === ''),
    ),
  },
  {
    id: 'templates.same-name-ignored',
    clause: 'templates.update',
    says: 'An update that sends the name that the template has is taken for no change at all.',
    deep: true,
    mutate: sending('updateTemplate', (fields, { context, params }) =>
      context.store.templates.get(params.id)?.name === fields['name'] ? {} : fields,
    ),
  },
  {
    id: 'templates.date-format-kept',
    clause: 'templates.update',
    says: 'date_format can be set at creation only.',
    mutate: sending(
      'updateTemplate',
      without((_value, field) => field === 'date_format'),
    ),
  },
  {
    id: 'templates.update-colours-neighbour',
    clause: 'templates.update',
    says: 'An update of accent_color also changes that of the template that was made next.',
    deep: true,
    mutate: afterHandler('updateTemplate', (request, { template }) => {
      const next = othersOf(request).find(({ id }) => id > template.id)
      if (next && 'accent_color' in fieldsOf(request))
        edit(request.context.store.templates, next.id, { accent_color: template.accent_color })
    }),
  },
  {
    id: 'templates.update-by-name',
    clause: 'templates.update',
    says: 'An update changes all templates that have the name of the one that is meant.',
    deep: true,
    mutate: around('updateTemplate', (request, handler) => {
      const { context, params } = request
      const name = context.store.templates.get(params.id)?.name
      const namesakes = othersOf(request).filter((template) => template.name === name)
      const answer = handler(request)
      for (const { id } of namesakes) edit(context.store.templates, id, fieldsOf(request))
      return answer
    }),
  },
  {
    id: 'templates.updates-cross',
    clause: 'templates.update',
    says: 'Simultaneous updates of two templates both change the one whose request came last.',
    deep: true,
    mutate: sharingTheId('updateTemplate'),
  },
  {
    id: 'templates.deleted-listed',
    clause: 'templates.delete',
    says: 'A deleted template stays in the list.',
    mutate: withDeleted((deleted) =>
      changing('listTemplates', 'templates', (templates) => [
        ...templates,
        ...[...deleted.values()].map(templateOf),
      ]),
    ),
  },
  {
    id: 'templates.deleted-readable',
    clause: 'templates.delete',
    says: 'A deleted template is gone from the list, but can still be read.',
    mutate: withDeleted((deleted) =>
      findingAbsent('readTemplate', ({ params }) => {
        const template = deleted.get(params.id)
        return template && { template: templateOf(template) }
      }),
    ),
  },
  {
    id: 'templates.deleted-updatable',
    clause: 'templates.delete',
    says: 'An update of a deleted template is a success.',
    deep: true,
    mutate: withDeleted((deleted) =>
      findingAbsent('updateTemplate', (exchange) => {
        const template = deleted.get(exchange.params.id)
        return template && { template: templateOf(template) }
      }),
    ),
  },
  {
    id: 'templates.deleted-again',
    clause: 'templates.delete',
    says: 'Deleting a template a second time is a success.',
    deep: true,
    mutate: withDeleted((deleted) =>
      findingAbsent('deleteTemplate', ({ params }) => (deleted.has(params.id) ? {} : undefined)),
    ),
  },
  {
    id: 'templates.delete-takes-neighbour',
    clause: 'templates.delete',
    says: 'Deleting the newest template also deletes the one before it.',
    deep: true,
    mutate: afterHandler('deleteTemplate', ({ context: { store }, params }) => {
      const [newest] = store.lists.templates.in('newest_first').page(0, 1)
      if (newest && newest.id < params.id) dropTemplate(store, newest)
    }),
  },
  {
    id: 'templates.delete-by-name',
    clause: 'templates.delete',
    says: 'Deleting a template deletes all of its name.',
    deep: true,
    mutate: around('deleteTemplate', (request, handler) => {
      const { store } = request.context
      const name = store.templates.get(request.params.id)?.name
      const answer = handler(request)
      for (const other of othersOf(request)) if (other.name === name) dropTemplate(store, other)
      return answer
    }),
  },
  {
    id: 'templates.deleted-comes-back',
    clause: 'templates.delete',
    says: 'A deleted template is there again once another one was created.',
    deep: true,
    mutate: withDeleted((deleted) =>
      afterHandler('createTemplate', ({ context: { store } }) => {
        for (const template of deleted.values()) store.templates.set(template.id, template)
        deleted.clear()
      }),
    ),
  },
  {
    id: 'templates.design-key-created',
    clause: 'templates.output-only',
    says: 'design_key can be set at creation.',
    mutate: setting('createTemplate', ['design_key']),
  },
  {
    id: 'templates.design-key-updated',
    clause: 'templates.output-only',
    says: 'design_key can be set by an update.',
    deep: true,
    mutate: setting('updateTemplate', ['design_key']),
  },
  {
    id: 'templates.times-set',
    clause: 'templates.output-only',
    says: 'created_at and updated_at can be set at creation.',
    deep: true,
    mutate: setting('createTemplate', ['created_at', 'updated_at']),
  },
  {
    id: 'templates.id-set',
    clause: 'templates.output-only',
    says: 'id can be set by an update.',
    deep: true,
    mutate: setting('updateTemplate', ['id']),
  },
  {
    id: 'templates.type-in-other-case',
    clause: 'templates.invalid',
    says: 'A template_type in other letter case is accepted.',
    deep: true,
    mutate: tamingFields(
      BOTH_WRITES,
      inField('template_type', (type) => (typeof type === 'string' ? type.toLowerCase() : type)),
    ),
  },
  {
    id: 'templates.type-unknown',
    clause: 'templates.invalid',
    says: 'An update to an unknown template_type is accepted as invoice.',
    mutate: tamingFields(
      'updateTemplate',
      inField('template_type', (type) => (typeof type === 'string' ? 'invoice' : type)),
    ),
  },
  {
    id: 'templates.object-as-name',
    clause: 'templates.invalid',
    says: 'An object as name is accepted and saved as [object Object].',
    mutate: tamingFields(
      BOTH_WRITES,
      inField('name', (name) => (typeof name === 'object' ? String(name) : name)),
    ),
  },
  {
    id: 'templates.array-as-number',
    clause: 'templates.invalid',
    says: 'A number in an array is accepted as font_size.',
    deep: true,
    mutate: tamingFields(
      BOTH_WRITES,
      inField('font_size', (size) => (Array.isArray(size) ? Number(size[0] ?? 10) : size)),
    ),
  },
  {
    id: 'templates.object-as-flag',
    clause: 'templates.invalid',
    says: 'An object in the place of a boolean counts as true.',
    deep: true,
    mutate: tamingFields(BOTH_WRITES, (fields) => ({
      ...fields,
      ...Object.fromEntries(
        Object.entries(fields)
          .filter(([name, value]) => name.startsWith('pre_selected') && typeof value === 'object')
          .map(([name]) => [name, true]),
      ),
    })),
  },
  {
    id: 'templates.flat-body',
    clause: 'templates.invalid',
    says: 'The fields are also taken when they are not under template.',
    deep: true,
    mutate: taming(BOTH_WRITES, (sent) =>
      isPlain(sent) && !('template' in sent) ? { template: sent } : sent,
    ),
  },
  {
    id: 'templates.refused-update-saved',
    clause: 'templates.invalid',
    says: 'An update with an invalid field is refused, but its other fields are saved.',
    deep: true,
    mutate: savingWhatItRefuses('updateTemplate'),
  },
  {
    id: 'templates.refused-creation-saved',
    clause: 'templates.invalid',
    says: 'A creation with an invalid field is refused, but the template is there.',
    deep: true,
    mutate: savingWhatItRefuses('createTemplate'),
  },
  {
    id: 'templates.number-with-letters',
    clause: 'templates.unknown',
    says: 'Behind an id in the path other characters may follow.',
    deep: true,
    mutate: namingLoosely('readTemplate', (segment) => Number.parseInt(segment, 10)),
  },
  {
    id: 'templates.negative-id',
    clause: 'templates.unknown',
    says: 'A minus sign before an id in the path is overlooked.',
    deep: true,
    mutate: namingLoosely(['readTemplate', 'updateTemplate', 'deleteTemplate'], (segment) =>
      Math.abs(Number(segment)),
    ),
  },
  {
    id: 'templates.unknown-deleted',
    clause: 'templates.unknown',
    says: 'Deleting a template that never was is a success.',
    mutate: findingAbsent('deleteTemplate', () => ({})),
  },
  {
    id: 'templates.unknown-null',
    clause: 'templates.unknown',
    says: 'An unknown template is read as null.',
    mutate: findingAbsent('readTemplate', () => ({ template: null })),
  },
  {
    id: 'templates.unknown-created',
    clause: 'templates.unknown',
    says: 'An update of an unknown id creates a template.',
    mutate: all(
      afterGate('known-path', (exchange) => {
        const { context, operation, params } = exchange
        if (isFor(exchange, 'updateTemplate') && context && !context.store.templates.has(params.id)) {
          const [any] = context.store.templates.values()
          if (any && operation) context.store.templates.set(params.id, { ...any, id: params.id, revision: 1 })
        }
      }),
    ),
  },
  {
    id: 'templates.unknown-unprocessable',
    clause: 'templates.unknown',
    says: 'An update of an unknown id is unprocessable.',
    mutate: onRefusal(
      'not-found',
      (answer) => ({ ...answer, status: 422, body: '{"error":"Unprocessable entity","errors":{}}' }),
      'updateTemplate',
    ),
  },
  {
    id: 'templates.created-at-moves',
    clause: 'templates.updated-at',
    says: 'An update moves created_at to now.',
    mutate: afterHandler('updateTemplate', ({ context }, { template }) => {
      edit(context.store.templates, template.id, { created_at: template.updated_at })
    }),
  },
  {
    id: 'templates.updated-at-back',
    clause: 'templates.updated-at',
    says: 'The second update sets updated_at back to created_at.',
    deep: true,
    mutate: fresh(() => {
      const count = counter<number>()
      return redating((template) => (count(template.id) === 2 ? template.created_at : template.updated_at))
    }),
  },
  {
    id: 'templates.updated-at-to-the-day',
    clause: 'templates.updated-at',
    says: 'An update sets updated_at to the beginning of its day.',
    deep: true,
    mutate: redating(({ updated_at }) => `${updated_at.slice(0, 10)}T00:00:00.000Z`),
  },
  {
    id: 'templates.slip-unusable-in-create',
    clause: 'templates.usable',
    says: 'Creating refuses the ids of packing slip templates.',
    mutate: refusingTemplate('createInvoice', ({ template_type }) => template_type === 'packing_slip'),
  },
  {
    id: 'templates.slip-unusable-in-regenerate',
    clause: 'templates.usable',
    says: 'Regenerating refuses the ids of packing slip templates unless packing_slip is true.',
    mutate: refusingTemplate(
      'regenerateInvoice',
      ({ template_type }, { query }) => template_type === 'packing_slip' && query['packing_slip'] !== true,
    ),
  },
  {
    id: 'templates.new-unusable-in-pdf',
    clause: 'templates.usable',
    says: 'GET pdf refuses the ids of templates that were created by the API and never updated.',
    deep: true,
    mutate: refusingTemplate(
      'readInvoicePdf',
      ({ created_at, updated_at, design_key }) => design_key === null && created_at === updated_at,
    ),
  },
  {
    id: 'templates.new-unusable-in-create',
    clause: 'templates.usable',
    says: 'Creating refuses the ids of templates that came after the first creation of an invoice.',
    deep: true,
    mutate: fresh(() => {
      let known: Set<number> | undefined
      return all(
        refusingTemplate('createInvoice', ({ id }) => known !== undefined && !known.has(id)),
        around('createInvoice', (request, handler) => {
          known ??= new Set(request.context.store.templates.keys())
          return handler(request)
        }),
      )
    }),
  },
  {
    id: 'templates.updated-unusable',
    clause: 'templates.usable',
    says: 'GET pdf refuses the ids of templates that were updated since the mock began.',
    deep: true,
    mutate: fresh(() => {
      const updated = new Set<number>()
      return all(
        afterHandler('updateTemplate', (_request, { template }) => void updated.add(template.id)),
        refusingTemplate('readInvoicePdf', ({ id }) => updated.has(id)),
      )
    }),
  },
]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapedForHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The store's templates that a request does not name, the oldest first. */
const othersOf = ({ context, params }: ApiRequest): TemplateRecord[] =>
  [...context.store.templates.values()].filter(({ id }) => id !== params.id).toSorted((a, b) => a.id - b.id)

/** A fault of templates that were created by the API. */
function withCreated(fault: (created: ReadonlySet<number>) => Change): Change {
  return fresh(() => {
    const created = new Set<number>()
    return all(
      afterHandler('createTemplate', (_request, { template }) => void created.add(template.id)),
      fault(created),
    )
  })
}

/** A fault of templates that were deleted. */
function withDeleted(fault: (deleted: Map<number, TemplateRecord>) => Change): Change {
  return fresh(() => {
    const deleted = new Map<number, TemplateRecord>()
    return all(
      around('deleteTemplate', (request, handler) => {
        const template = request.context.store.templates.get(request.params.id)
        const answer = handler(request)
        if (template) deleted.set(template.id, template)
        return answer
      }),
      fault(deleted),
    )
  })
}

/** Shows templates as they were before their first update. */
function showingBefore(where: 'listTemplates' | 'readTemplate'): Change {
  return fresh(() => {
    const before = new Map<number, TemplateRecord>()
    const shown = <T extends { id: number }>(template: T) => {
      const kept = before.get(template.id)
      return kept ? templateOf(kept) : template
    }
    return all(
      around('updateTemplate', (request, handler) => {
        const template = request.context.store.templates.get(request.params.id)
        if (template && !before.has(template.id)) before.set(template.id, template)
        return handler(request)
      }),
      afterHandler('createTemplate', () => before.clear()),
      where === 'readTemplate'
        ? changing(where, 'template', shown)
        : changingEach(where, 'templates', (template) => shown(template)),
    )
  })
}

/** Gives an updated template another updated_at. */
function redating(updatedAt: (template: TemplateRecord) => string): Change {
  return around('updateTemplate', (request, handler) => {
    const { templates } = request.context.store
    const answer = handler(request)
    const template = templates.get(request.params.id)
    if (!template) return answer
    const updated_at = updatedAt(template)
    edit(templates, template.id, { updated_at })
    return { ...answer, body: { template: templateOf({ ...template, updated_at }) } }
  })
}

/** Refuses template ids that must be usable. */
function refusingTemplate(
  operation: 'createInvoice' | 'regenerateInvoice' | 'readInvoicePdf',
  isRefused: (template: TemplateRecord, request: ApiRequest) => boolean,
): Change {
  return around(operation, (request, handler) => {
    const { context, query, body } = request
    const template = context.store.templates.get(Number(query['template_id'] ?? body['template_id']))
    if (template && isRefused(template, request))
      throw new Refusal('unprocessable', { template_id: ['is unknown'] })
    return handler(request)
  })
}
