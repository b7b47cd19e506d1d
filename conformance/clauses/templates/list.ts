import type { Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { records } from '../../server/store/inventory.ts'
import { AT_ONCE, create, drop, read } from '../records/own.ts'
import { TEMPLATES, type Shown } from '../records/record-kind.ts'
import { withTwins } from '../records/twins.ts'

const CLAUSE = 'templates.list'

/** More templates than a page of any listing holds by default. */
const MORE_THAN_A_PAGE = 27

/** templates.list: parameters that would part a paginated list leave this one whole, or are refused. */
const wholeList: Check = {
  name: 'templates in one array',
  clauses: [CLAUSE],
  run: (trial) => judgeWhole(trial, []),
}

/** templates.list, on a store that has many. */
const manyTemplates: Check = {
  name: 'many templates in one array',
  clauses: [CLAUSE],
  needs: ['writes'],
  async run(trial) {
    const { items } = await TEMPLATES.all(trial.session)
    const own: { shown: Shown | null; exchange: Exchange }[] = []
    try {
      while (own.length < Math.max(3, MORE_THAN_A_PAGE - items.length)) {
        const inputs = await Promise.all(
          Array.from({ length: AT_ONCE }, () => TEMPLATES.input(trial.session)),
        )
        own.push(...(await Promise.all(inputs.map((input) => create(trial, TEMPLATES, input)))))
        if (own.some(({ shown }) => shown === null)) break
      }
      const ids = [...items, ...own.flatMap(({ shown }) => (shown ? [shown] : []))].map(({ id }) => id)
      await judgeWhole(trial, ids)
    } finally {
      await drop(trial, TEMPLATES, own)
    }
  },
}

/** templates.list, with two templates of one name. */
const namesakes: Check = {
  name: 'templates of one name in the array',
  clauses: [CLAUSE],
  needs: ['writes'],
  run: (trial) =>
    withTwins(trial, TEMPLATES, async (...twins) => {
      await judgeWhole(
        trial,
        twins.map(({ shown }) => shown.id),
      )
    }),
}

const PAGING = [
  {},
  { page: 2, per_page: 1 },
  { page: 1, per_page: 1 },
  { per_page: 2 },
  { page: 2 },
  { limit: 1 },
]

/** The list holds these, whatever it is asked with. */
async function judgeWhole(trial: Trial, ids: readonly number[]): Promise<void> {
  const plain = trial.success(CLAUSE, await trial.call('listTemplates'))
  const all = new Set([...ids, ...idsOf(plain)])
  for (const query of PAGING) {
    const exchange = await trial.call('listTemplates', { query })
    if (!isSuccess(exchange) && Object.keys(query).length > 0) continue
    const listed = idsOf(trial.success(CLAUSE, exchange))
    const lacking = await stillThere(
      trial,
      [...all].filter((id) => !listed.includes(id)),
    )
    trial.judge(CLAUSE, lacking.length === 0 && new Set(listed).size === listed.length, {
      expected: `all ${all.size} templates of the store, each once`,
      got: lacking.length > 0 ? `no template ${lacking.slice(0, 5).join(', ')}` : 'a template listed twice',
      exchanges: [plain, exchange],
    })
  }
}

/** Those of them that can be read: someone else may have deleted the others. */
async function stillThere(trial: Trial, ids: readonly number[]): Promise<number[]> {
  const answers = await Promise.all(ids.slice(0, AT_ONCE).map((id) => read(trial, TEMPLATES, id)))
  return ids.filter((_, index) => answers[index] && isSuccess(answers[index]))
}

const idsOf = (exchange: Exchange) => records<Shown>(exchange, 'templates').map(({ id }) => id)

export const templateList: readonly Check[] = [wholeList, manyTemplates, namesakes]
