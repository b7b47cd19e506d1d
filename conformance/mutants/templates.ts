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
  fault,
  type FaultsOf,
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
export const TEMPLATE_FAULTS: FaultsOf<'templates'> = {
  'templates.list': {
    'list-without-newest': fault(
      'The list leaves out the newest template when there are more than five.',
      changing('listTemplates', 'templates', (templates) =>
        templates.length > 5 ? templates.slice(1) : templates,
      ),
    ),
    'list-of-25': fault(
      'The list ends after 25 templates.',
      changing('listTemplates', 'templates', (templates) => templates.slice(0, 25)),
    ),
    'list-by-page': fault(
      'The list obeys page and per_page.',
      onReply((answer, { operation, http }) => {
        const [page, size] = [Number(http.query['page'] ?? 1), Number(http.query['per_page'] ?? 250)]
        const isPart = operation === 'listTemplates' && answer.status === 200 && page > 0 && size > 0
        return isPart
          ? rewritten(answer, (body) => ({
              templates: (body['templates'] as object[]).slice((page - 1) * size, page * size),
            }))
          : answer
      }),
    ),
    'list-by-name': fault(
      'Of templates with the same name the list has one.',
      changing('listTemplates', 'templates', (templates) => [
        ...new Map(templates.map((template) => [template.name, template])).values(),
      ]),
    ),
  },
  'templates.create': {
    'created-type-lost': fault(
      'A credit note template is created as one for invoices.',
      sending(
        'createTemplate',
        inField('template_type', (type) => (type === 'credit_note' ? 'invoice' : type)),
      ),
    ),
    'created-logo-on': fault(
      'logo_enabled false is created as true.',
      sending(
        'createTemplate',
        inField('logo_enabled', () => true),
      ),
    ),
    'created-pos-flag-lost': fault(
      'pre_selected_pos_orders is always created as false.',
      sending(
        'createTemplate',
        inField('pre_selected_pos_orders', () => false),
      ),
    ),
    'font-size-in-list': fault(
      'The list shows the font_size 10 for every template that was created by the API.',
      withCreated((created) =>
        changingEach('listTemplates', 'templates', (template) =>
          created.has(template.id) ? { ...template, font_size: 10 } : template,
        ),
      ),
    ),
    'name-escaped': fault(
      'Quotes, ampersands and angle brackets come back as HTML entities.',
      sending(BOTH_WRITES, eachText(escapedForHtml)),
    ),
    'name-decoded': fault(
      'A percent sign with two hexadecimal digits behind it is decoded.',
      sending(
        'createTemplate',
        inField('name', (name) =>
          String(name).replaceAll(/%([0-7][\da-f])/gi, (_all, code: string) =>
            String.fromCodePoint(Number.parseInt(code, 16)),
          ),
        ),
      ),
    ),
    'emoji-lost': fault(
      'Characters outside the basic plane become question marks.',
      sending(
        BOTH_WRITES,
        eachText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
      ),
    ),
    'name-cut': fault(
      'Names end after 64 characters.',
      sending(
        'createTemplate',
        inField('name', (name) => String(name).slice(0, 64)),
      ),
    ),
    'third-creation-lost': fault(
      'Every third creation is answered, but not saved.',
      fresh(() => {
        const count = counter<string>()
        return forgetting('createTemplate', ({ context }) => count(context.store.record.name) % 3 === 0)
      }),
    ),
    'id-again': fault(
      'A new template gets the id of the one that was deleted last.',
      fresh(() => {
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
    ),
  },
  'templates.read': {
    'read-without-logo': fault(
      'A single template has logo_url null, whatever the list shows.',
      changing('readTemplate', 'template', (template) => ({ ...template, logo_url: null })),
    ),
    'read-flags': fault(
      'A single template shows pre_selected_draft_orders as the opposite of pre_selected_orders.',
      changing('readTemplate', 'template', (template) => ({
        ...template,
        pre_selected_draft_orders: !template.pre_selected_orders,
      })),
    ),
    'read-credit-note': fault(
      'A credit note template is in the list, but cannot be read by its id.',
      around('readTemplate', (request, handler) => {
        const template = request.context.store.templates.get(request.params.id)
        if (template?.template_type === 'credit_note') throw new Refusal('not-found')
        return handler(request)
      }),
    ),
  },
  'templates.update': {
    'update-not-saved': fault(
      'An update is answered, but not saved.',
      forgetting('updateTemplate', () => true),
    ),
    'second-update-not-saved': fault(
      'From the second update of a template on they are answered, but not saved.',
      fresh(() => {
        const count = counter<number>()
        return forgetting('updateTemplate', ({ params }) => count(params.id) > 1)
      }),
    ),
    'list-before-update': fault(
      'The list shows updated templates as they were created, until another is created.',
      showingBefore('listTemplates'),
    ),
    'read-before-update': fault(
      'A single template is shown as it was created, until another is created.',
      showingBefore('readTemplate'),
    ),
    'false-ignored': fault(
      'An update to false is ignored.',
      sending(
        'updateTemplate',
        without((value) => value === false),
      ),
    ),
    'empty-ignored': fault(
      'An update to an empty text is ignored.',
      sending(
        'updateTemplate',
        without((value) => value === ''),
      ),
    ),
    'same-name-ignored': fault(
      'An update that sends the name that the template has is taken for no change at all.',
      sending('updateTemplate', (fields, { context, params }) =>
        context.store.templates.get(params.id)?.name === fields['name'] ? {} : fields,
      ),
    ),
    'date-format-kept': fault(
      'date_format can be set at creation only.',
      sending(
        'updateTemplate',
        without((_value, field) => field === 'date_format'),
      ),
    ),
    'update-colours-neighbour': fault(
      'An update of accent_color also changes that of the template that was made next.',
      afterHandler('updateTemplate', (request, { template }) => {
        const next = othersOf(request).find(({ id }) => id > template.id)
        if (next && 'accent_color' in fieldsOf(request))
          edit(request.context.store.templates, next.id, { accent_color: template.accent_color })
      }),
    ),
    'update-by-name': fault(
      'An update changes all templates that have the name of the one that is meant.',
      around('updateTemplate', (request, handler) => {
        const { context, params } = request
        const name = context.store.templates.get(params.id)?.name
        const namesakes = othersOf(request).filter((template) => template.name === name)
        const answer = handler(request)
        for (const { id } of namesakes) edit(context.store.templates, id, fieldsOf(request))
        return answer
      }),
    ),
    'updates-cross': fault(
      'Simultaneous updates of two templates both change the one whose request came last.',
      sharingTheId('updateTemplate'),
    ),
  },
  'templates.delete': {
    'deleted-listed': fault(
      'A deleted template stays in the list.',
      withDeleted((deleted) =>
        changing('listTemplates', 'templates', (templates) => [
          ...templates,
          ...[...deleted.values()].map(templateOf),
        ]),
      ),
    ),
    'deleted-readable': fault(
      'A deleted template is gone from the list, but can still be read.',
      withDeleted((deleted) =>
        findingAbsent('readTemplate', ({ params }) => {
          const template = deleted.get(params.id)
          return template && { template: templateOf(template) }
        }),
      ),
    ),
    'deleted-updatable': fault(
      'An update of a deleted template is a success.',
      withDeleted((deleted) =>
        findingAbsent('updateTemplate', (exchange) => {
          const template = deleted.get(exchange.params.id)
          return template && { template: templateOf(template) }
        }),
      ),
    ),
    'deleted-again': fault(
      'Deleting a template a second time is a success.',
      withDeleted((deleted) =>
        findingAbsent('deleteTemplate', ({ params }) => (deleted.has(params.id) ? {} : undefined)),
      ),
    ),
    'delete-takes-neighbour': fault(
      'Deleting the newest template also deletes the one before it.',
      afterHandler('deleteTemplate', ({ context: { store }, params }) => {
        const [newest] = store.lists.templates.in('newest_first').page(0, 1)
        if (newest && newest.id < params.id) dropTemplate(store, newest)
      }),
    ),
    'delete-by-name': fault(
      'Deleting a template deletes all of its name.',
      around('deleteTemplate', (request, handler) => {
        const { store } = request.context
        const name = store.templates.get(request.params.id)?.name
        const answer = handler(request)
        for (const other of othersOf(request)) if (other.name === name) dropTemplate(store, other)
        return answer
      }),
    ),
    'deleted-comes-back': fault(
      'A deleted template is there again once another one was created.',
      withDeleted((deleted) =>
        afterHandler('createTemplate', ({ context: { store } }) => {
          for (const template of deleted.values()) store.templates.set(template.id, template)
          deleted.clear()
        }),
      ),
    ),
  },
  'templates.output-only': {
    'design-key-created': fault(
      'design_key can be set at creation.',
      setting('createTemplate', ['design_key']),
    ),
    'design-key-updated': fault(
      'design_key can be set by an update.',
      setting('updateTemplate', ['design_key']),
    ),
    'times-set': fault(
      'created_at and updated_at can be set at creation.',
      setting('createTemplate', ['created_at', 'updated_at']),
    ),
    'id-set': fault('id can be set by an update.', setting('updateTemplate', ['id'])),
  },
  'templates.invalid': {
    'type-in-other-case': fault(
      'A template_type in other letter case is accepted.',
      tamingFields(
        BOTH_WRITES,
        inField('template_type', (type) => (typeof type === 'string' ? type.toLowerCase() : type)),
      ),
    ),
    'type-unknown': fault(
      'An update to an unknown template_type is accepted as invoice.',
      tamingFields(
        'updateTemplate',
        inField('template_type', (type) => (typeof type === 'string' ? 'invoice' : type)),
      ),
    ),
    'object-as-name': fault(
      'An object as name is accepted and saved as [object Object].',
      tamingFields(
        BOTH_WRITES,
        inField('name', (name) => (typeof name === 'object' ? String(name) : name)),
      ),
    ),
    'array-as-number': fault(
      'A number in an array is accepted as font_size.',
      tamingFields(
        BOTH_WRITES,
        inField('font_size', (size) => (Array.isArray(size) ? Number(size[0] ?? 10) : size)),
      ),
    ),
    'object-as-flag': fault(
      'An object in the place of a boolean counts as true.',
      tamingFields(BOTH_WRITES, (fields) => ({
        ...fields,
        ...Object.fromEntries(
          Object.entries(fields)
            .filter(([name, value]) => name.startsWith('pre_selected') && typeof value === 'object')
            .map(([name]) => [name, true]),
        ),
      })),
    ),
    'flat-body': fault(
      'The fields are also taken when they are not under template.',
      taming(BOTH_WRITES, (sent) => (isPlain(sent) && !('template' in sent) ? { template: sent } : sent)),
    ),
    'refused-update-saved': fault(
      'An update with an invalid field is refused, but its other fields are saved.',
      savingWhatItRefuses('updateTemplate'),
    ),
    'refused-creation-saved': fault(
      'A creation with an invalid field is refused, but the template is there.',
      savingWhatItRefuses('createTemplate'),
    ),
  },
  'templates.unknown': {
    'number-with-letters': fault(
      'Behind an id in the path other characters may follow.',
      namingLoosely('readTemplate', (segment) => Number.parseInt(segment, 10)),
    ),
    'negative-id': fault(
      'A minus sign before an id in the path is overlooked.',
      namingLoosely(['readTemplate', 'updateTemplate', 'deleteTemplate'], (segment) =>
        Math.abs(Number(segment)),
      ),
    ),
    'unknown-deleted': fault(
      'Deleting a template that never was is a success.',
      findingAbsent('deleteTemplate', () => ({})),
    ),
    'unknown-null': fault(
      'An unknown template is read as null.',
      findingAbsent('readTemplate', () => ({ template: null })),
    ),
    'unknown-created': fault(
      'An update of an unknown id creates a template.',
      all(
        afterGate('known-path', (exchange) => {
          const { context, operation, params } = exchange
          if (isFor(exchange, 'updateTemplate') && context && !context.store.templates.has(params.id)) {
            const [any] = context.store.templates.values()
            if (any && operation)
              context.store.templates.set(params.id, { ...any, id: params.id, revision: 1 })
          }
        }),
      ),
    ),
    'unknown-unprocessable': fault(
      'An update of an unknown id is unprocessable.',
      onRefusal(
        'not-found',
        (answer) => ({ ...answer, status: 422, body: '{"error":"Unprocessable entity","errors":{}}' }),
        'updateTemplate',
      ),
    ),
  },
  'templates.updated-at': {
    'created-at-moves': fault(
      'An update moves created_at to now.',
      afterHandler('updateTemplate', ({ context }, { template }) => {
        edit(context.store.templates, template.id, { created_at: template.updated_at })
      }),
    ),
    'updated-at-back': fault(
      'The second update sets updated_at back to created_at.',
      fresh(() => {
        const count = counter<number>()
        return redating((template) => (count(template.id) === 2 ? template.created_at : template.updated_at))
      }),
    ),
    'updated-at-to-the-day': fault(
      'An update sets updated_at to the beginning of its day.',
      redating(({ updated_at }) => `${updated_at.slice(0, 10)}T00:00:00.000Z`),
    ),
  },
  'templates.usable': {
    'slip-unusable-in-create': fault(
      'Creating refuses the ids of packing slip templates.',
      refusingTemplate('createInvoice', ({ template_type }) => template_type === 'packing_slip'),
    ),
    'slip-unusable-in-regenerate': fault(
      'Regenerating refuses the ids of packing slip templates unless packing_slip is true.',
      refusingTemplate(
        'regenerateInvoice',
        ({ template_type }, { query }) => template_type === 'packing_slip' && query['packing_slip'] !== true,
      ),
    ),
    'new-unusable-in-pdf': fault(
      'GET pdf refuses the ids of templates that were created by the API and never updated.',
      refusingTemplate(
        'readInvoicePdf',
        ({ created_at, updated_at, design_key }) => design_key === null && created_at === updated_at,
      ),
    ),
    'new-unusable-in-create': fault(
      'Creating refuses the ids of templates that came after the first creation of an invoice.',
      fresh(() => {
        let known: Set<number> | undefined
        return all(
          refusingTemplate('createInvoice', ({ id }) => known !== undefined && !known.has(id)),
          around('createInvoice', (request, handler) => {
            known ??= new Set(request.context.store.templates.keys())
            return handler(request)
          }),
        )
      }),
    ),
    'updated-unusable': fault(
      'GET pdf refuses the ids of templates that were updated since the mock began.',
      fresh(() => {
        const updated = new Set<number>()
        return all(
          afterHandler('updateTemplate', (_request, { template }) => void updated.add(template.id)),
          refusingTemplate('readInvoicePdf', ({ id }) => updated.has(id)),
        )
      }),
    ),
  },
}

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
function withCreated(make: (created: ReadonlySet<number>) => Change): Change {
  return fresh(() => {
    const created = new Set<number>()
    return all(
      afterHandler('createTemplate', (_request, { template }) => void created.add(template.id)),
      make(created),
    )
  })
}

/** A fault of templates that were deleted. */
function withDeleted(make: (deleted: Map<number, TemplateRecord>) => Change): Change {
  return fresh(() => {
    const deleted = new Map<number, TemplateRecord>()
    return all(
      around('deleteTemplate', (request, handler) => {
        const template = request.context.store.templates.get(request.params.id)
        const answer = handler(request)
        if (template) deleted.set(template.id, template)
        return answer
      }),
      make(deleted),
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
