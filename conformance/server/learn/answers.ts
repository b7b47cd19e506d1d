import type { Dialect } from '../../../schemas/dialect.ts'
import type { AdjustableKey, QUESTIONS, QuestionKey } from '../../../schemas/questions.ts'

/** What a run can see of the questions that no mock can be set to: the value that states our answer, and those of others. */
interface Seen {
  'filters.time_zone': string
  'input.logo_null': 'unprocessable' | 'accepted'
  default_template: 'pre_selected_else_oldest' | 'oldest' | 'newest' | 'another'
  'pdf.url_location': 'own_host_outside_base_path' | 'another_host' | 'below_base_path' | 'redirect'
  'http.unknown_path': 'not-found' | number
  'order_ids.namespaces': 'apart'
  'invoice.auto_sync': boolean
  nullable: readonly string[]
  'packing_slip.explicit_false': 'template_wins' | 'flag_wins'
  'pdf.template_default': 'store_default' | 'last_used'
  'pdf.freshness': 'when_changed' | 'never' | 'always'
  'pdf.old_urls': 'document_made_for' | 'newest' | 'nothing'
  'pdf.url_expiry': boolean
  'regenerate.other_document': 'kept'
  'bulk.total_count_of': 'distinct_invoices' | 'every_entry'
  'platform.orders_of_other_stores': 'unprocessable' | 'known'
  'input.strings': { trimmed: boolean; emails_lower_cased: boolean; formats_checked: boolean }
  'input.content_type': 'accepted_when_it_parses' | 'refused'
  'bulk.repeated_ids': 'once' | 'each'
  'settings.formats': 'type_only' | 'checked'
  'templates.exclusive': boolean
}

type OurAnswer<Key extends QuestionKey> = (typeof QUESTIONS)[Key] extends { value: infer Value }
  ? Value
  : never

/** Our own answer to each is among them; otherwise this is `never`, and nothing can be observed of it. */
type Open<Key extends keyof Seen> = OurAnswer<Key> extends Seen[Key] ? Seen[Key] : never

/** Questions that a run can see an answer to. */
export type ObservableKey = AdjustableKey | keyof Seen

/** An answer as a dialect file may hold it: what the mock can be set to by its schema, the others by this table. */
export type AnswerTo<Key extends ObservableKey> = Key extends AdjustableKey
  ? Dialect[Key]
  : Key extends keyof Seen
    ? Open<Key>
    : never
