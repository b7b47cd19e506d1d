import type { Answers } from './answers.ts'
import { NAMES, type Fields } from './input.ts'
import { sorted } from './listing.ts'
import { rowShown } from './presentation.ts'
import type { Collection } from './records.ts'
import { unprocessable, type Reply } from './refusal.ts'
import type { Call, Row } from './store.ts'

const FLAGS = [
  'pre_selected_orders',
  'pre_selected_draft_orders',
  'pre_selected_pos_orders',
  'pre_selected_credit_notes',
]

function fields(answers: Answers): Fields {
  const checked = answers.templateFormats === 'checked'
  return {
    name: { kind: 'text', fallback: '', ...NAMES[answers.names].map((pattern) => ({ pattern }))[0] },
    template_type: { kind: 'text', fallback: 'invoice', oneOf: ['invoice', 'packing_slip', 'credit_note'] },
    ...Object.fromEntries(FLAGS.map((flag) => [flag, { kind: 'flag', fallback: false } as const])),
    accent_color: { kind: 'text', fallback: '#333333', ...(checked && { pattern: /^#[0-9A-Fa-f]{6}$/ }) },
    font_family: {
      kind: 'text',
      fallback: 'Helvetica',
      ...(checked && { oneOf: ['Helvetica', 'Times New Roman', 'Courier', 'Arial'] }),
    },
    font_size: { kind: 'integer', fallback: 10, ...(checked && { range: [6, 72] }) },
    date_format: {
      kind: 'text',
      fallback: '%Y-%m-%d',
      ...(checked && { oneOf: ['%Y-%m-%d', '%d.%m.%Y', '%m/%d/%Y'] }),
    },
    invoice_number_prefix: {
      kind: 'text',
      fallback: '',
      ...(answers.numbers === 'checked' && { pattern: /^[A-Za-z0-9#._/-]{0,20}$/ }),
    },
    logo_url: { kind: 'uri', fallback: null, nullable: answers.logoNull === 'accepted' },
    logo_width: { kind: 'integer', fallback: 120, ...(checked && { range: [1, 600] }) },
    logo_enabled: { kind: 'flag', fallback: false },
  }
}

/** Takes from all other templates the flags that this one now has. */
function claimFlags({ world, store }: Call, row: Row): void {
  if (!world.answers.exclusiveFlags) return
  const claimed = FLAGS.filter((flag) => row.values[flag] === true).map((flag) => [flag, false])
  for (const other of store.templates.values()) {
    const values = { ...other.values, ...Object.fromEntries(claimed) }
    if (other.id !== row.id) store.templates.set(other.id, { ...other, values })
  }
}

/** The store's templates. */
export const TEMPLATES: Collection = {
  key: 'template',
  rows: (store) => store.templates,
  fields,
  required: (answers) => answers.requiredTemplateFields,
  outputOnly: () => ({ design_key: null }),
  check: ({ world, store }, values, self) => {
    const isOfCreditNotes = values['template_type'] === 'credit_note'
    if (world.answers.creditNoteFlag !== 'any' && values['pre_selected_credit_notes'] && !isOfCreditNotes)
      throw unprocessable('pre_selected_credit_notes', 'is for templates of credit notes')
    if (!self && store.templates.size >= world.answers.mostTemplates)
      throw unprocessable('base', 'has as many templates as its plan allows')
  },
  written: claimFlags,
  withAddresses: () => false,
}

/** GET /templates */
export function listTemplates({ world, store }: Call): () => Reply {
  return () => {
    const rows = sorted(world.answers, store.templates.values(), (row) => String(row.values['name']))
    return { status: 200, body: { templates: rows.map((row) => rowShown(world, row, false)) } }
  }
}
