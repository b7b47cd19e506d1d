import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { records } from '../../server/store/inventory.ts'
import { AT_ONCE, create, drop, read } from '../records/own.ts'
import { TEMPLATES, type Shown } from '../records/record-kind.ts'
import { withTwins } from '../records/twins.ts'

/** More templates than a page of any listing holds by default. */
const MORE_THAN_A_PAGE = 27

/** templates.list: parameters that would part a paginated list leave this one whole, or are refused. */
const wholeList = check('templates.list', {
  name: 'templates in one array',
  run: (law) => judgeWhole(law, []),
})

/** templates.list, on a store that has many. */
const manyTemplates = check('templates.list', {
  name: 'many templates in one array',
  needs: ['writes'],
  async run(law) {
    const { items } = await TEMPLATES.all(law.session)
    const own: { shown: Shown | null; exchange: Exchange }[] = []
    try {
      while (own.length < Math.max(3, MORE_THAN_A_PAGE - items.length)) {
        const inputs = await Promise.all(Array.from({ length: AT_ONCE }, () => TEMPLATES.input(law.session)))
        own.push(...(await Promise.all(inputs.map((input) => create(law, TEMPLATES, input)))))
        if (own.some(({ shown }) => shown === null)) break
      }
      const ids = [...items, ...own.flatMap(({ shown }) => (shown ? [shown] : []))].map(({ id }) => id)
      await judgeWhole(law, ids)
    } finally {
      await drop(law, TEMPLATES, own)
    }
  },
})

/** templates.list, with two templates of one name. */
const namesakes = check('templates.list', {
  name: 'templates of one name in the array',
  needs: ['writes'],
  run: (law) =>
    withTwins(law, TEMPLATES, async (...twins) => {
      await judgeWhole(
        law,
        twins.map(({ shown }) => shown.id),
      )
    }),
})

const PAGING = [
  {},
  { page: 2, per_page: 1 },
  { page: 1, per_page: 1 },
  { per_page: 2 },
  { page: 2 },
  { limit: 1 },
]

/** The list holds these, whatever it is asked with. */
async function judgeWhole(law: Law, ids: readonly number[]): Promise<void> {
  const plain = law.success(await law.call('listTemplates'))
  const all = new Set([...ids, ...idsOf(plain)])
  for (const query of PAGING) {
    const exchange = await law.call('listTemplates', { query })
    if (!isSuccess(exchange) && Object.keys(query).length > 0) continue
    const listed = idsOf(law.success(exchange))
    const lacking = await stillThere(
      law,
      [...all].filter((id) => !listed.includes(id)),
    )
    law.judge(lacking.length === 0 && new Set(listed).size === listed.length, {
      expected: `all ${all.size} templates of the store, each once`,
      got: lacking.length > 0 ? `no template ${lacking.slice(0, 5).join(', ')}` : 'a template listed twice',
      exchanges: [plain, exchange],
    })
  }
}

/** Those of them that can be read: someone else may have deleted the others. */
async function stillThere(law: Law, ids: readonly number[]): Promise<number[]> {
  const answers = await Promise.all(ids.slice(0, AT_ONCE).map((id) => read(law, TEMPLATES, id)))
  return ids.filter((_, index) => answers[index] && isSuccess(answers[index]))
}

const idsOf = (exchange: Exchange) => records<Shown>(exchange, 'templates').map(({ id }) => id)

export const templateList: readonly Check[] = [wholeList, manyTemplates, namesakes]
