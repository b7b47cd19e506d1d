import { observation } from '../../judge/check.ts'
import type { Observer } from '../../judge/observer.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { settingsIn } from '../views.ts'
import { changing, remember, updateSettings } from './change.ts'

const FIELD = 'footer_message'

/**
 * What becomes of a number for a text, and of null. Of settings it is certain that only what is given is changed: there
 * alone null as the empty value and null as nothing at all never look the same.
 */
export const coercion = observation(['input.coercion'], {
  name: 'values of a near type and null in the settings',
  permissions: ['settings'],
  needs: ['writes'],
  run: changing(async (observer: Observer) => {
    const before = settingsIn(await observer.call('readSettings'))
    if (typeof before[FIELD] !== 'string') observer.notExercised(`the settings have no ${FIELD}`)
    remember(observer, before, [FIELD])
    const near = await updateSettings(observer, { [FIELD]: 4930 })
    const text = `Footer ${observer.marker}`
    if (!isSuccess(await updateSettings(observer, { [FIELD]: text })))
      observer.notExercised(`the settings take no ${FIELD} of ours`)
    const none = await updateSettings(observer, { [FIELD]: null })
    const near_types = isSuccess(near) ? 'coerced' : 'unprocessable'
    observer.observe('input.coercion', { near_types, null: takenAs(none, text) }, near, none)
  }),
})

function takenAs(exchange: Exchange, before: string): AnswerTo<'input.coercion'>['null'] {
  if (!isSuccess(exchange)) return 'unprocessable'
  return settingsIn(exchange)[FIELD] === before ? 'omitted' : 'empty'
}
