import type { Template } from '../../schemas/types.ts'
import type { TemplateRecord } from '../store/records.ts'

/** What a template's fields are when nothing is said about them. */
export const TEMPLATE_DEFAULTS = {
  name: '',
  template_type: 'invoice',
  design_key: null,
  pre_selected_orders: false,
  pre_selected_draft_orders: false,
  pre_selected_pos_orders: false,
  pre_selected_credit_notes: false,
  accent_color: '#1f6feb',
  font_family: 'Noto Sans',
  font_size: 10,
  date_format: 'YYYY-MM-DD',
  invoice_number_prefix: '',
  logo_url: null,
  logo_width: 120,
  logo_enabled: true,
} as const satisfies Omit<Template, 'id' | 'created_at' | 'updated_at'>

/** The look of documents of a store that has no template at all; no template of a store has its id. */
export const BUILT_IN_TEMPLATE: TemplateRecord = {
  ...TEMPLATE_DEFAULTS,
  id: 0,
  name: 'Built in',
  created_at: '1970-01-01T00:00:00.000Z',
  updated_at: '1970-01-01T00:00:00.000Z',
  revision: 1,
}
