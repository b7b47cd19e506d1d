import {
  contextOf,
  type Exchange,
  sentQuery,
  type Store,
  templateOf,
  type TemplateRecord,
} from '../../../mock-server/seams.ts'
import type { Template } from '../../../schemas/types.ts'
import { PRE_SELECTED } from '../../server/activity/own-records.ts'
import { isObject } from '../../server/client/exchange.ts'
import { afterHandler, amending, around, changing, refusing } from './answers.ts'
import { sentBody, tamingField } from './bodies.ts'
import { isRunning } from './bulk.ts'
import { cacheFaults } from './cache-faults.ts'
import { fadingCreations, fadingDeletions } from './fading-faults.ts'
import { lackingTemplateFaults, unusableTemplateFaults } from './invoice-faults.ts'
import { aroundGate } from './gates.ts'
import { counter } from './memory.ts'
import { all, type Change, type Faults, type FaultsOf, fresh, ofEach, noting, rows } from './mutant.ts'
import { creationFaults, deletionFaults, givenBack, readingFaults } from './record-faults.ts'
import { invalidFaults, outputOnlyFaults, unknownFaults } from './record-input-faults.ts'
import { updateFaults } from './record-update-faults.ts'
import { isFor } from './operations.ts'
import { TEMPLATE } from './records.ts'
import { onReply, rewritten } from './replies.ts'
import { edit, ignoring, misreading } from './writes.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'

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
    'The list obeys page and per_page': onReply((answer, exchange) => {
      const { operation } = exchange
      const { page: asked = 1, per_page = 250 } = sentQuery(exchange)
      const [page, size] = [Number(asked), Number(per_page)]
      const isPart = operation === 'listTemplates' && answer.status === 200 && page > 0 && size > 0
      return isPart
        ? rewritten(answer, (body) => ({
            templates: [body['templates']].flat().slice((page - 1) * size, page * size),
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
    ...cacheFaults('createTemplate', 'listTemplates'),
    ...creationFaults(TEMPLATE),
    ...fadingCreations(TEMPLATE),
    'A template that is made with the name of a deleted one is that one again': givenBack(TEMPLATE),
    'A new template is of 1970': all(
      afterHandler('createTemplate', ({ context }, { template }) =>
        edit(context.store.templates, template.id, { created_at: EPOCH }),
      ),
      changing('createTemplate', 'template', (template) => ({ ...template, created_at: EPOCH })),
    ),
    'A credit note template is created as one for invoices': misreading(
      'createTemplate',
      'template_type',
      (type) => (type === 'credit_note' ? 'invoice' : type),
    ),
    ...choosingFaults('createTemplate'),
    'The list shows the font_size 10 for every template that was created by the API': withCreated((created) =>
      amending('listTemplates', ({ id }) => (created.has(id) ? { font_size: 10 } : {})),
    ),
  },
  'templates.read': {
    ...readingFaults(TEMPLATE),
    'A read shows the flags that another template has claimed since, unlike the list': amending(
      'listTemplates',
      (template, { context }) => flagsLost(template, [...context.store.templates.values()]),
    ),
    'A credit note template is in the list, but cannot be read by its id': refusing(
      'readTemplate',
      'not-found',
      ({ context, params }) => {
        const template = context.store.templates.get(params.id)
        return template?.template_type === 'credit_note'
      },
    ),
  },
  'templates.update': {
    ...updateFaults(TEMPLATE),
    ...cacheFaults('updateTemplate', 'listTemplates', 'readTemplate'),
    ...choosingFaults('updateTemplate'),
    'A bulk action that ends writes the templates back as they were when it began': noting(
      Map<Store, readonly TemplateRecord[]>,
      (begun) => [
        afterHandler(
          'bulkPdf',
          ({ context: { store } }) => void begun.set(store, [...store.templates.values()]),
        ),
        around('readTemplate', (request, handler) => {
          const { store } = request.context
          const before = isRunning(store, request) ? [] : (begun.get(store) ?? [])
          for (const one of before) if (store.templates.has(one.id)) store.templates.set(one.id, one)
          if (before.length > 0) begun.delete(store)
          return handler(request)
        }),
      ],
    ),
    'An update to false is ignored': ignoring('updateTemplate', (value) => value === false),
  },
  'templates.delete': {
    ...cacheFaults('deleteTemplate', 'listTemplates'),
    ...deletionFaults(TEMPLATE),
    ...fadingDeletions(TEMPLATE),
  },
  'templates.output-only': outputOnlyFaults(TEMPLATE),
  'templates.invalid': {
    'An update that is refused takes its flags from all other templates': aroundGate(
      'body',
      async (exchange, through) => {
        try {
          await through()
        } catch (error) {
          if (isFor(exchange, 'updateTemplate')) takeFlags(exchange)
          throw error
        }
      },
    ),
    ...invalidFaults(TEMPLATE),
    'A template_type in other letter case is accepted': tamingField(BOTH_WRITES, 'template_type', (type) =>
      typeof type === 'string' ? type.toLowerCase() : type,
    ),
    'An update to an unknown template_type is accepted as invoice': tamingField(
      'updateTemplate',
      'template_type',
      (type) => (typeof type === 'string' ? 'invoice' : type),
    ),
  },
  'templates.unknown': unknownFaults(TEMPLATE),
  'templates.updated-at': {
    'An update moves created_at to now': afterHandler('updateTemplate', ({ context }, { template }) => {
      edit(context.store.templates, template.id, { created_at: template.updated_at })
    }),
    'An update to another type moves created_at to now': around('updateTemplate', (request, handler) => {
      const { templates } = request.context.store
      const before = templates.get(request.params.id)?.template_type
      const answer = handler(request)
      const now = templates.get(request.params.id)
      if (now && now.template_type !== before) edit(templates, now.id, { created_at: now.updated_at })
      return answer
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
    ...ofEach(['createInvoice', 'regenerateInvoice', 'readInvoicePdf'], unusableTemplateFaults),
    ...ofEach(['regenerateInvoice', 'readInvoicePdf'], lackingTemplateFaults),
  },
}

/** The flags of a template that a newer one has too, as if it had lost them. */
const flagsLost = ({ id, ...flags }: Template, others: readonly TemplateRecord[]): object =>
  Object.fromEntries(
    PRE_SELECTED.filter((flag) => flags[flag] && others.some((one) => one.id > id && one[flag])).map(
      (flag) => [flag, false],
    ),
  )

/** What is done to another template where one is chosen. */
type Touch = (other: TemplateRecord, chosen: TemplateRecord) => Partial<TemplateRecord>

/** What choosing a template does to the others, beyond taking the same flag from them (question templates.exclusive). */
function choosingFaults(write: (typeof BOTH_WRITES)[number]): Faults {
  const none = Object.fromEntries(PRE_SELECTED.map((flag) => [flag, false]))
  return rows((touch: Touch) => choosing(write, touch), {
    [`${write} takes all flags of the others away where it gives one`]: (other) =>
      PRE_SELECTED.some((flag) => other[flag]) ? none : {},
    [`${write} takes the prefix of the others away where it gives a flag`]: () => ({
      invoice_number_prefix: '',
    }),
    [`${write} gives the others of its type the flags that it gives one`]: (other, chosen) =>
      other.template_type === chosen.template_type
        ? Object.fromEntries(PRE_SELECTED.map((flag) => [flag, other[flag] || chosen[flag]]))
        : {},
  })
}

/** Touches all other templates, once one has a flag. */
function choosing(write: (typeof BOTH_WRITES)[number], touch: Touch): Change {
  return afterHandler(write, ({ context: { store } }, { template }) => {
    const chosen = store.templates.get(template.id)
    if (!chosen || !PRE_SELECTED.some((flag) => chosen[flag])) return
    for (const other of store.templates.values())
      if (other.id !== chosen.id) edit(store.templates, other.id, touch(other, chosen))
  })
}

/** A fault of templates that were created by the API. */
function withCreated(make: (created: ReadonlySet<number>) => Change): Change {
  return noting(Set<number>, (created) => [
    afterHandler('createTemplate', (_request, { template }) => void created.add(template.id)),
    make(created),
  ])
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

/** The flags of a body are no other template's any more. */
function takeFlags(exchange: Exchange): void {
  const sent = sentBody(exchange)
  const template = isObject(sent) ? sent['template'] : undefined
  const { templates } = contextOf(exchange).store
  const taken = Object.entries(isObject(template) ? template : {}).filter(([, value]) => value === true)
  for (const one of templates.values())
    templates.set(one.id, { ...one, ...Object.fromEntries(taken.map(([name]) => [name, false])) })
}
