import { isDeepStrictEqual } from 'node:util'
import type { Template, TemplateInput } from '../../schemas/types.ts'
import type { TemplateRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Context } from './context.ts'
import { findTemplate } from './find.ts'
import { demand, demandsAgain, knownFields, updatable } from './input-fields.ts'
import { Refusal } from '../refusal.ts'
import { dropTemplate, replaceTemplate } from './revisions.ts'
import { TEMPLATE_DEFAULTS } from './template-fields.ts'
import { timestamp, touched } from './timestamps.ts'

/** A template as answers show it. */
export function templateOf({ revision: _revision, ...template }: TemplateRecord): Template {
  return template
}

/** GET /templates/{id}. */
export function readTemplate({ store }: Context, id: number): Template {
  return templateOf(findTemplate(store, id))
}

/** POST /templates: omitted fields get their defaults (clause templates.create). */
export function createTemplate({ store, world, dialect, nextId }: Context, input: TemplateInput): Template {
  demand('template', dialect['templates.required'], input)
  refuseTooManyPictures(store, input)
  const now = timestamp(world.now())
  const template: TemplateRecord = {
    id: nextId(),
    ...TEMPLATE_DEFAULTS,
    ...knownFields('resources/template-input', input),
    created_at: now,
    updated_at: now,
    revision: 1,
  }
  return templateOf(replaceTemplate(store, template))
}

/** PATCH /templates/{id}: changes the fields given (clause templates.update). */
export function updateTemplate(
  { store, world, dialect }: Context,
  id: number,
  input: TemplateInput,
): Template {
  const before = findTemplate(store, id)
  refuseTooManyPictures(store, input, id)
  const required = dialect['templates.required']
  if (demandsAgain(dialect)) demand('template', required, input)
  const defaults = { ...TEMPLATE_DEFAULTS, design_key: before.design_key }
  const next: TemplateRecord = {
    ...updatable(before, defaults, required, dialect),
    ...knownFields('resources/template-input', input),
  }
  const revision = isDeepStrictEqual(next, before) ? before.revision : before.revision + 1
  return templateOf(
    replaceTemplate(store, { ...next, updated_at: touched(world, before.updated_at), revision }),
  )
}

/** Characters that the logos of a store may have together: the list, which has no pages, must stay one answer. */
const MOST_LOGO_CHARACTERS = 100_000_000

function refuseTooManyPictures(store: Store, { logo_url }: TemplateInput, self?: number): void {
  // All that are this short do no harm together.
  if (!logo_url || logo_url.length < 2000) return
  const others = [...store.templates.values()].filter(({ id }) => id !== self)
  const characters = others.reduce((sum, other) => sum + (other.logo_url?.length ?? 0), logo_url.length)
  if (characters > MOST_LOGO_CHARACTERS)
    throw new Refusal('unprocessable', {
      'template.logo_url': ['is too long: all logos of a store may have 100,000,000 characters together'],
    })
}

/** DELETE /templates/{id}. */
export function deleteTemplate({ store }: Context, id: number): void {
  dropTemplate(store, findTemplate(store, id))
}
