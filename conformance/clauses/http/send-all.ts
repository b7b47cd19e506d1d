import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import { created } from '../../server/activity/own-records.ts'
import type { OddCall } from './odd-requests.ts'

/** What a server made of it all the same is deleted in the end. */
export const sendAll = async (law: Law, calls: readonly OddCall[]): Promise<void> => {
  await atOnce(calls, async ({ operation, call }) => {
    const answer = await law.call(operation, call)
    if (operation === 'createTemplate') created(law.session, 'templates', answer, 'template')
    if (operation === 'createCustomer') created(law.session, 'customers', answer, 'customer')
  })
}
