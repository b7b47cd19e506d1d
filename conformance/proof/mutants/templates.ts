import { type ApiRequest, Refusal, templateOf, type TemplateRecord } from '../../../mock-server/seams.ts'
import { counter } from './memory.ts'
import {
  afterHandler,
  all,
  amending,
  around,
  type Change,
  changing,
  changingEach,
  type FaultsOf,
  fresh,
  onReply,
  rewritten,
} from './mutant.ts'
import {
  creationFaults,
  deletionFaults,
  invalidFaults,
  outputOnlyFaults,
  readingFaults,
  unknownFaults,
  updateFaults,
} from './record-faults.ts'
import { TEMPLATE } from './records.ts'
import { edit, inField, sending, tamingFields, without } from './writes.ts'

const BOTH_WRITES = ['createTemplate', 'updateTemplate'] as const

/** Faults of /templates. */
export const TEMPLATE_FAULTS: FaultsOf<'templates'> = {
  'templates.list': {
    'The list leaves out the newest template when there are more than five': changing(
      'listTemplates',
      'templates',
      (templates) => (templates.length > 5 ? templates.slice(1) : templates),
    ),
    'The list ends after 25 templates': changing('listTemplates', 'templates', (templates) =>
      templates.slice(0, 25),
    ),
    'The list obeys page and per_page': onReply((answer, { operation, http }) => {
      const [page, size] = [Number(http.query['page'] ?? 1), Number(http.query['per_page'] ?? 250)]
      const isPart = operation === 'listTemplates' && answer.status === 200 && page > 0 && size > 0
      return isPart
        ? rewritten(answer, (body) => ({
            templates: (body['templates'] as object[]).slice((page - 1) * size, page * size),
          }))
        : answer
    }),
    'Of templates with the same name the list has one': changing(
      'listTemplates',
      'templates',
      (templates) => [...new Map(templates.map((template) => [template.name, template])).values()],
    ),
  },
  'templates.create': {
    ...creationFaults(TEMPLATE),
    'A credit note template is created as one for invoices': sending(
      'createTemplate',
      inField('template_type', (type) => (type === 'credit_note' ? 'invoice' : type)),
    ),
    'The list shows the font_size 10 for every template that was created by the API': withCreated((created) =>
      amending('listTemplates', ({ id }) => (created.has(id) ? { font_size: 10 } : {})),
    ),
  },
  'templates.read': {
    ...readingFaults(TEMPLATE),
    'A single template has logo_url null, whatever the list shows': amending('readTemplate', () => ({
      logo_url: null,
    })),
    'A credit note template is in the list, but cannot be read by its id': around(
      'readTemplate',
      (request, handler) => {
        const template = request.context.store.templates.get(request.params.id)
        if (template?.template_type === 'credit_note') throw new Refusal('not-found')
        return handler(request)
      },
    ),
  },
  'templates.update': {
    ...updateFaults(TEMPLATE),
    'The list shows updated templates as they were created, until another is created':
      showingBefore('listTemplates'),
    'A single template is shown as it was created, until another is created': showingBefore('readTemplate'),
    'An update to false is ignored': sending(
      'updateTemplate',
      without((value) => value === false),
    ),
  },
  'templates.delete': {
    ...deletionFaults(TEMPLATE),
  },
  'templates.output-only': {
    ...outputOnlyFaults(TEMPLATE),
  },
  'templates.invalid': {
    ...invalidFaults(TEMPLATE),
    'A template_type in other letter case is accepted': tamingFields(
      BOTH_WRITES,
      inField('template_type', (type) => (typeof type === 'string' ? type.toLowerCase() : type)),
    ),
    'An update to an unknown template_type is accepted as invoice': tamingFields(
      'updateTemplate',
      inField('template_type', (type) => (typeof type === 'string' ? 'invoice' : type)),
    ),
  },
  'templates.unknown': {
    ...unknownFaults(TEMPLATE),
  },
  'templates.updated-at': {
    'An update moves created_at to now': afterHandler('updateTemplate', ({ context }, { template }) => {
      edit(context.store.templates, template.id, { created_at: template.updated_at })
    }),
    'The second update sets updated_at back to created_at': fresh(() => {
      const count = counter<number>()
      return redating((template) => (count(template.id) === 2 ? template.created_at : template.updated_at))
    }),
    'An update sets updated_at to the beginning of its day': redating(
      ({ updated_at }) => `${updated_at.slice(0, 10)}T00:00:00.000Z`,
    ),
  },
  'templates.usable': {
    'Creating refuses the ids of packing slip templates': refusingTemplate(
      'createInvoice',
      ({ template_type }) => template_type === 'packing_slip',
    ),
    'Regenerating refuses the ids of packing slip templates unless packing_slip is true': refusingTemplate(
      'regenerateInvoice',
      ({ template_type }, { query }) => template_type === 'packing_slip' && query['packing_slip'] !== true,
    ),
    'GET pdf refuses the ids of templates that were created by the API and never updated': refusingTemplate(
      'readInvoicePdf',
      ({ created_at, updated_at, design_key }) => design_key === null && created_at === updated_at,
    ),
    'Creating refuses the ids of templates that came after the first creation of an invoice': fresh(() => {
      let known: Set<number> | undefined
      return all(
        refusingTemplate('createInvoice', ({ id }) => known !== undefined && !known.has(id)),
        around('createInvoice', (request, handler) => {
          known ??= new Set(request.context.store.templates.keys())
          return handler(request)
        }),
      )
    }),
    'GET pdf refuses the ids of templates that were updated since the mock began': fresh(() => {
      const updated = new Set<number>()
      return all(
        afterHandler('updateTemplate', (_request, { template }) => void updated.add(template.id)),
        refusingTemplate('readInvoicePdf', ({ id }) => updated.has(id)),
      )
    }),
  },
}

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
