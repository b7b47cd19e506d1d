import { mayChange } from '../settings/fields.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, isSuccess, member } from '../../server/client/exchange.ts'
import { changing, judgeSettings, readSettings, remember, updateSettings } from '../settings/change.ts'
import { withTemplate } from '../with-template.ts'
import { invoiceIds, started } from './invoices.ts'

/** A template and a setting that are changed while a bulk action is in progress stay as they were changed when it has ended. */
export const changedMeanwhile = check(['templates.update', 'settings.partial-update'], {
  name: 'a template and a setting changed while a bulk action is in progress',
  needs: ['writes', 'bulk'],
  run: changing(async (law) => {
    if (!law.turns.hasHook) return law.notExercised('there is no hook finish_bulk that ends an action')
    const isDone = await withTemplate(law, {}, async ({ id }) => {
      await judgeChanged(law, id)
      return true
    })
    if (!isDone) law.missing('the store takes no template of ours')
  }),
})

async function judgeChanged(law: Law, id: number): Promise<void> {
  const before = await readSettings(law)
  await law.turns.idle()
  const action = await started(law.of('bulk.queued'), await invoiceIds(law))
  const name = `Changed meanwhile ${law.marker}`
  const updated = await law.call('updateTemplate', { params: { id }, body: { template: { name } } })
  const isText = typeof before.shown['footer_message'] === 'string' && mayChange(law, 'footer_message')
  const patch = isText ? { footer_message: `Changed meanwhile ${law.marker}` } : {}
  remember(law, before.shown, Object.keys(patch))
  const set = isText ? [law.of('settings.partial-update').success(await updateSettings(law, patch))] : []
  await law.turns.end()
  const read = await law.call('readTemplate', { params: { id } })
  const template = member(read, 'template')
  const shown = isObject(template) ? template['name'] : undefined
  law.judge(!isSuccess(updated) || shown === name, {
    message: 'a template was updated while a bulk action was in progress',
    expected: `name ${JSON.stringify(name)} once it has ended`,
    got: JSON.stringify(shown) ?? 'nothing',
    exchanges: [action, updated, read],
  })
  await judgeSettings(
    law.of('settings.partial-update'),
    { ...before.shown, ...patch },
    await readSettings(law),
    [action, ...set],
    patch,
  )
}
