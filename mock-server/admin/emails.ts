import { clearEmails, emails } from '../desk/emails.ts'
import { a, fields, listOf } from './shape.ts'
import { queryText, type AdminRoute } from './route.ts'

const OF_STORE = { store: 'name of a store; left out, all' }

export const EMAIL_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/emails',
    summary: 'list the queued emails with their texts and attachments, oldest first',
    query: OF_STORE,
    answers: fields({ emails: listOf(a('desk/shown-email')) }),
    answer: ({ mock, query, reach }) => ({
      emails: emails(mock, new URL(reach.base_url).origin, queryText(query, 'store')),
    }),
  },
  {
    method: 'delete',
    path: '/emails',
    summary: 'delete the queued emails',
    query: OF_STORE,
    answer: ({ mock, query }) => clearEmails(mock, queryText(query, 'store')),
  },
]
