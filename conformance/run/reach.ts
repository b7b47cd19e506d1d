import { Unreachable } from '../server/client/client.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import { challengeOf, refusesAccess } from '../server/client/gateway.ts'
import { Unavailable } from '../server/client/obstacles.ts'
import { isPage } from '../server/client/page.ts'
import type { Session } from '../server/session.ts'
import type { Target } from '../server/target.ts'

/** Where the specification has the API. */
const API_PATH = '/api/v1/external'

const SEEN = ['readSettings', 'listInvoices', 'listTemplates'] as const

/** Sees that the target serves the API to its key. @throws {Unreachable} in words that tell what to mend */
export async function seeThatItAnswers({ client, target }: Session): Promise<void> {
  const asked = await Promise.allSettled(SEEN.map((operation) => client.call(operation).catch(answerOf)))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const lost = asked.find((one) => one.status === 'rejected')
  if (lost && !answers.some(isSuccess)) throw lost.reason
  if (answers.some(isSuccess) && !answers.every(isPage)) return
  const why =
    answers.every(statusIn(403)) && !answers.every(isOfGateway)
      ? await forbidden(client, answers)
      : obstacle(answers, target)
  throw new Unreachable(`${target.base_url} ${why}`)
}

/** The answer of a gateway says why nothing can be judged, as the service's own would. */
function answerOf(error: unknown): Exchange {
  if (error instanceof Unavailable) return error.answer
  throw error
}

/** A key that is told otherwise than none at all is known: then it is the plan of its store (§5.4). */
async function forbidden(client: Session['client'], [answer]: readonly Exchange[]): Promise<string> {
  const keyless = await client.call('readSettings', { key: 'none' })
  const isKnown = keyless.response.status !== 403 || keyless.response.text !== answer?.response.text
  return isKnown
    ? 'forbids the API to this key (403): the plan of its store is free'
    : refuses(403, client.target)
}

/** A key may begin with a dollar sign, so one that is written as a shell has variables is sent; only then it is told. */
function refuses(status: number, { api_key }: Target): string {
  const [, name] = /^\$(\w+)$/.exec(api_key) ?? []
  const why =
    name === undefined
      ? 'is it a key of this deployment, and still valid?'
      : `$${name} was sent as it stands, and would be read from the environment as \${${name}}`
  return `refuses the API key (${status}): ${why}`
}

/** Why there is nothing to judge, told by the first rule that all answers fit. */
function obstacle(answers: readonly Exchange[], target: Target): string {
  const [first] = answers
  const rule = OBSTACLES.find(([fits]) => answers.every(fits))
  if (first && rule) return rule[1](first, target)
  const statuses = [...new Set(answers.map(({ response }) => response.status))].join(', ')
  return `does not serve the API to this key: settings, invoices and templates answer ${statuses}`
}

type Rule = readonly [
  fits: (answer: Exchange) => boolean,
  words: (answer: Exchange, target: Target) => string,
]

const statusIn =
  (from: number, to = from) =>
  ({ response: { status } }: Exchange) =>
    status >= from && status <= to

/** True for a refusal that is a page, or demands another login than the API does. */
const isOfGateway = (answer: Exchange) =>
  refusesAccess(answer) &&
  (isPage(answer) || /^(basic|digest|negotiate|ntlm)\b/i.test(challengeOf(answer) ?? ''))

/** A page is no answer of the API; JSON may be. */
function gatewayRefuses(answer: Exchange): string {
  const challenge = challengeOf(answer)
  const asks = challenge === undefined ? '' : `, and asks for ${challenge}`
  const blame = answer.response.json === undefined ? '' : ', or the service refuses the API key'
  return `is behind a gateway that refuses access (${answer.response.status}${asks})${blame}`
}

const OBSTACLES: readonly Rule[] = [
  [isOfGateway, gatewayRefuses],
  [
    statusIn(300, 399),
    ({ response }) =>
      `redirects (${response.status}) to ${response.headers['location'] ?? 'nowhere'}: aim there`,
  ],
  [statusIn(401), (_, target) => refuses(401, target)],
  [
    statusIn(404),
    (_, { base_url }) =>
      `has no settings, invoices or templates (404)${hint(base_url) || ': is the path of base_url right?'}`,
  ],
  [
    statusIn(500, 599),
    ({ response }) =>
      `answers ${response.status} to settings, invoices and templates: it, or a gateway before it, does not work`,
  ],
  [isPage, (_, { base_url }) => `answers pages of a web site, not the API${hint(base_url)}`],
]

/** Proposes the path of the API to who gave none of it. */
function hint(base_url: string): string {
  return base_url.includes(API_PATH) ? '' : `: is it ${new URL(base_url).origin}${API_PATH}?`
}
