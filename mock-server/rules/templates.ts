import { isDeepStrictEqual } from 'node:util'
import type { Template, TemplateInput } from '../../schemas/types.ts'
import type { TemplateRecord } from '../store/records.ts'
import type { Context } from './context.ts'
import { findTemplate } from './find.ts'
import { demand, knownFields } from './input-fields.ts'
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
  const resets = dialect['patch.omitted'] === 'reset'
  if (resets) demand('template', dialect['templates.required'], input)
  const kept = resets ? { ...before, ...TEMPLATE_DEFAULTS, design_key: before.design_key } : before
  const next: TemplateRecord = { ...kept, ...knownFields('resources/template-input', input) }
  const revision = isDeepStrictEqual(next, before) ? before.revision : before.revision + 1
  return templateOf(
    replaceTemplate(store, { ...next, updated_at: touched(world, before.updated_at), revision }),
  )
}

/** DELETE /templates/{id}. */
export function deleteTemplate({ store }: Context, id: number): void {
  dropTemplate(store, findTemplate(store, id))
}
