import type { HookName } from '../../conformance/server/target.ts'
import { startMock } from '../../mock-server/index.ts'
import { schema } from '../../schemas/schema-files.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { exampleBlock } from './examples.ts'
import { code, fence, page, prose, section, table } from './markdown.ts'
import type { Pages } from './page.ts'
import { fieldTable } from './schema-table.ts'

interface HookText {
  /** The usual HTTP method. */
  readonly method: string
  readonly does: string
  readonly body: string
  readonly answer: string
}

const ORDER_ANSWER = 'The order with its `id`, at the top level or one level below.'
const PATCH_BODY = 'JSON merge patch (RFC 7396), `Content-Type: application/merge-patch+json`.'
const MAY_SHOW = '2xx. A body with the edited order lets the run restore an order without `read_order`.'

/** Each hook: its request and the answer that the suite expects. */
const HOOKS: Readonly<Record<HookName, HookText>> = {
  edit_order: { method: 'PATCH', does: 'Edits an order.', body: PATCH_BODY, answer: MAY_SHOW },
  edit_draft_order: { method: 'PATCH', does: 'Edits a draft order.', body: PATCH_BODY, answer: MAY_SHOW },
  create_order: {
    method: 'POST',
    does: 'Creates an order.',
    body: 'The order as JSON.',
    answer: ORDER_ANSWER,
  },
  create_draft_order: {
    method: 'POST',
    does: 'Creates a draft order.',
    body: 'The draft order as JSON.',
    answer: ORDER_ANSWER,
  },
  read_order: {
    method: 'GET',
    does: 'Reads an order, so that the run can restore it after edits.',
    body: 'None.',
    answer: ORDER_ANSWER,
  },
  delete_order: { method: 'DELETE', does: 'Deletes an order.', body: 'None.', answer: '2xx.' },
  finish_bulk: {
    method: 'POST',
    does: 'Ends the bulk action in progress.',
    body: 'None.',
    answer: '2xx, after the bulk action has ended.',
  },
  emails: {
    method: 'GET',
    does: 'Lists all emails that are queued so far.',
    body: 'None.',
    answer: '`{"emails": […]}`. Each email has `to`, `slug`, `template_id` and `queued_at`.',
  },
}

/** The hooks of a target file, with those of a mock. */
export async function hooksPage(): Promise<Pages> {
  const hooks = Object.entries(HOOKS)
  return {
    'files/hooks.md': page(
      'Hooks of a target file',
      'Hooks are HTTP requests by which the suite controls the platform behind the service.',
      'They are the field `hooks` of a [target file](target.md). Every hook is optional. A check that needs a missing hook is skipped.',
      section(
        'Hooks',
        table(
          ['Hook', 'Usual method', 'Effect', 'Body', 'Expected answer'],
          hooks.map(([name, { method, does, body, answer }]) => [code(name), method, does, body, answer]),
        ),
        'An answer outside 2xx means that the hook did not do its work. The suite reports this as a mistake of the target, never as a failed clause.',
      ),
      section('Fields of a hook', fieldTable(schema('target-hook'))),
      section('Example', exampleBlock('hooks.json')),
      section(
        'Hooks of the mock',
        'The mock serves a complete target file with these hooks at `/__admin/target`.',
        fence('jsonc', await mockHooks()),
      ),
      section(
        'Email fields',
        table(
          ['Field', 'Content'],
          [
            [code('to'), 'Address of the recipient.'],
            [code('slug'), 'Slug of the invoice.'],
            [code('template_id'), 'Id of the requested template, `null` for none.'],
            [code('queued_at'), 'Time at which the email was queued, ISO 8601.'],
          ].map(([name = '', says = '']) => [name, prose(says)]),
        ),
      ),
    ),
  }
}

/** The hooks that a default mock serves, at the address of the default port. */
async function mockHooks(): Promise<string> {
  const mock = await startMock({ scenario: 'small', seed: 1 })
  try {
    const answer = await fetch(`${mock.admin_url}/target`)
    const { hooks } = (await answer.json()) as TargetFile // the admin API's OpenAPI document says so
    return JSON.stringify({ hooks }, null, 2).replaceAll(
      new URL(mock.admin_url).origin,
      'http://127.0.0.1:4010',
    )
  } finally {
    await mock.close()
  }
}
