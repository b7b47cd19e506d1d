import { ERROR_KINDS, OPERATIONS, type ErrorKind, type Operation } from '../../schemas/operations.ts'
import { isQuestion, type QuestionKey } from '../../schemas/questions.ts'
import { strangersIn } from '../../schemas/unknown-fields.ts'
import type { Difference } from '../compare/differences.ts'
import { isObject, isSuccess } from '../server/client/exchange.ts'
import { isDateTime } from '../server/instants.ts'
import type { Both } from './both.ts'
import { ORDER_OF } from './comparable.ts'
import type { Subject } from './move.ts'
import type { Step } from './play.ts'

interface Seen {
  difference: Difference
  step: Step
  both: Both
}

/** Whether the question is what leaves open that the two differ so. */
type Rule = readonly [QuestionKey, (seen: Seen) => boolean]

const STATUS_QUESTIONS: Readonly<Record<Exclude<ErrorKind, 'forbidden'>, QuestionKey>> = {
  unauthorized: 'status.unauthorized',
  'not-found': 'status.not_found',
  unprocessable: 'status.unprocessable',
  'rate-limited': 'status.rate_limited',
  conflict: 'status.conflict',
}

const statusRules = Object.entries(STATUS_QUESTIONS).map(([kind, question]): Rule => [
  question,
  // The keys are the error kinds.
  (seen) => seen.difference.where === 'status' && areBoth(kind as ErrorKind, seen),
])

function areBoth(kind: ErrorKind, { step: { answers }, both }: Seen): boolean {
  return both.here.kinds.is(kind, answers[0]) && both.there.kinds.is(kind, answers[1])
}

const at =
  (pattern: RegExp) =>
  ({ difference }: Seen) =>
    pattern.test(difference.where)
const outcome =
  (name: 'queued' | 'deleted' | 'existing' | 'created') =>
  ({ difference, step }: Seen) => {
    const { outcomes }: Operation = OPERATIONS[step.operation]
    return difference.where === 'status' && outcomes.includes(name)
  }
const isAgain = ({ step }: Seen) => step.move.about.includes('create.returns-existing')
const both =
  (...rules: ((seen: Seen) => boolean)[]) =>
  (seen: Seen) =>
    rules.every((rule) => rule(seen))
const values =
  (fits: (here: unknown, there: unknown) => boolean) =>
  ({ difference: { here, there } }: Seen) =>
    fits(here, there)
const of =
  (operation: RegExp) =>
  ({ step }: Seen) =>
    operation.test(step.operation)

/** In which order both show what both show. */
const ORDER = new RegExp(`^body\\.${ORDER_OF}`)
/** Whether a record is found, and how many are. */
const FOUND = /^body\.(meta\.total(_pages)?|\w+\.\d+)$/

const areMissing = (here: unknown, there: unknown) => here === undefined || there === undefined
const isSearch = ({ step: { call } }: Seen) => call.query?.['search'] !== undefined
const isOfDraft = (type: unknown) => type === 'quote' || type === 'pro_forma'
const isDecimal = (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

/** What two refusals may differ in. */
const REFUSED: readonly Rule[] = [
  ...statusRules,
  ['status.conflict', both((seen) => seen.step.move.about.includes('bulk.queued'), at(/^status$/))],
  ['errors.precedence', areOfOtherKinds],
  ['body.forbidden', both((seen) => areBoth('forbidden', seen), at(/^body/))],
  ['body.conflict', both((seen) => areBoth('conflict', seen), at(/^body/))],
  [
    'errors.texts',
    both(
      at(/^body\.(error|message)$/),
      values((a, b) => !areMissing(a, b)),
    ),
  ],
  ['errors.structure', at(/^body\.errors/)],
  ['rate.retry_after_unit', at(/^body\.retry_after/)],
]

/** What two successes may differ in. */
const DONE: readonly Rule[] = [
  ['customers.addresses_on_write', both(of(/^(create|update)Customer$/), at(/\.addresses/))],
  ['list.order', at(ORDER)],
  ['output.extra_fields', isUnknownField],
  ['status.existing', both(outcome('existing'), isAgain)],
  ['status.created', outcome('created')],
  ['status.queued', outcome('queued')],
  ['status.deleted', outcome('deleted')],
  ['body.deleted', of(/^delete/)],
  ['meta.empty_total_pages', both(at(/^body\.meta\.total_pages$/), areEmpty)],
  ['search.match', both(isSearch, at(FOUND))],
  [
    'create.draft_type',
    both(
      at(/invoice_type$/),
      values((a, b) => isOfDraft(a) && isOfDraft(b)),
    ),
  ],
  ['pdf.url_location', at(/pdf_url$/)],
  ['format.timestamps', values((a, b) => isDateTime(a) && isDateTime(b))],
  ['format.money', values((a, b) => isDecimal(a) && isDecimal(b) && Number(a) === Number(b))],
  ['format.slug', at(/\.slug$/)],
  ['format.ids', at(/(\.id|_id)$/)],
  ['numbering', at(/\.number$/)],
  ['format.country', at(/country(_code)?$/)],
  ['bulk.statuses', at(/^body\.bulk_action\.status$/)],
  [
    'nullable',
    both(
      at(/^body\..*[^.\d]$/),
      values((a, b) => areMissing(a ?? undefined, b ?? undefined)),
    ),
  ],
  ['patch.omitted', both(of(/^update(Template|Customer)$/), isOmitted)],
]

const ALWAYS: readonly Rule[] = [
  ['rate.headers_always', both(at(/^x-ratelimit/), values(areMissing))],
  ['rate.quota', at(/^x-ratelimit-limit$/)],
  ['rate.reset_format', at(/^x-ratelimit-reset$/)],
]

/** What the one refuses for one reason, the other refuses for another. */
function areOfOtherKinds({ step: { answers }, both: { here, there } }: Seen): boolean {
  return !ERROR_KINDS.some((kind) => here.kinds.is(kind, answers[0]) && there.kinds.is(kind, answers[1]))
}

/** Both say that there is no record. */
function areEmpty({ step: { answers } }: Seen): boolean {
  return answers.every(({ response: { json } }) => {
    const meta = isObject(json) ? json['meta'] : undefined
    return isObject(meta) && meta['total'] === 0
  })
}

function isUnknownField({ difference, step: { operation } }: Seen): boolean {
  const { response }: Operation = OPERATIONS[operation]
  const [body, ...path] = difference.where.split('.')
  if (response === null || body !== 'body') return false
  const alone = path.reduceRight<unknown>(
    (inner, step) => (/^\d+$/.test(step) ? [inner] : { [step]: inner }),
    difference.here ?? difference.there,
  )
  return strangersIn(response, alone).length > 0
}

/** The field was not sent. */
function isOmitted({ difference, step: { call } }: Seen): boolean {
  const [, one = '', field = ''] = difference.where.split('.')
  const sent = isObject(call.body) ? call.body[one] : undefined
  return isObject(sent) && !(field in sent)
}

/** Questions that leave open only what the clauses of the move do not demand. */
const PARTLY_OPEN: readonly QuestionKey[] = ['search.match']

/**
 * What says how that is to be: the question that leaves it open, else what the move was about. Nothing does of the
 * number of a success that has no question.
 */
export function subjectsOf(difference: Difference, step: Step, servers: Both): readonly Subject[] {
  const seen = { difference, step, both: servers }
  const done = step.answers.filter(isSuccess).length
  const rules = [...ALWAYS, ...(done === 2 ? DONE : done === 0 ? REFUSED : [])]
  const rule = rules.find(([, explains]) => explains(seen))?.[0]
  const { about } = step.move
  const open = about.filter(isQuestion)
  if (done < 2 && open.length > 0 && isOfAnswer(seen)) return rule ? [...open, rule] : open
  if (rule) return PARTLY_OPEN.includes(rule) ? [rule, ...about] : [rule]
  if (done === 2 && difference.where === 'status') return []
  if (done === 1 && isPartial(step)) return ['patch.omitted', ...about]
  return open.length > 0 ? open : about
}

const isOfAnswer = at(/^(status|body)/)

/** An update, which leaves fields out as a rule. */
const isPartial = ({ operation }: Step) => /^update(Template|Customer)$/.test(operation)
