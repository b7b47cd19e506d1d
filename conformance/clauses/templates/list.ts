import { check, type Check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { records as recordsIn } from '../../server/store/inventory.ts'
import { AT_ONCE, atOnce } from '../../judge/at-once.ts'
import { isMade, type Creation } from '../records/record-calls.ts'
import { TEMPLATES, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { twinsOf } from '../records/twins.ts'

/** More templates than a page of any listing holds by default, or the next round number. */
const MORE_THAN_A_PAGE = 51

/** templates.list: parameters that would part a paginated list leave this one whole, or are refused. */
const wholeList = check('templates.list', {
  name: 'templates in one array',
  run: judging(TEMPLATES, (records) => judgeWhole(records, [])),
})

/** templates.list, on a store that has many. */
const many = check('templates.list', {
  name: 'many templates in one array',
  needs: ['writes'],
  run: judging(TEMPLATES, async (records) => {
    const { items } = await records.all()
    const own: Creation[] = []
    while (own.length < Math.max(3, MORE_THAN_A_PAGE - items.length) && own.every(({ shown }) => shown)) {
      const inputs = await records.inputs(AT_ONCE)
      own.push(...(await atOnce(inputs, (input) => records.create(input))))
    }
    const made = own.filter(isMade)
    await judgeWhole(records, [...items, ...made.map(({ shown }) => shown)])
    records.leave(made)
  }),
})

/** templates.list, with two templates of one name. */
const namesakes = check('templates.list', {
  name: 'templates of one name in the array',
  needs: ['writes'],
  run: judging(TEMPLATES, async (records) => {
    const twins = await twinsOf(records)
    if (twins)
      await judgeWhole(
        records,
        twins.map(({ shown }) => shown),
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
async function judgeWhole(records: Records, known: readonly Shown[]): Promise<void> {
  const { law } = records
  const plain = law.success(await law.call('listTemplates'))
  const all = new Set([...known.map(({ id }) => id), ...idsIn(plain)])
  for (const query of PAGING) {
    const exchange = await law.call('listTemplates', { query })
    if (!isSuccess(exchange) && Object.keys(query).length > 0) continue
    const listed = idsIn(law.success(exchange))
    const lacking = await stillThere(
      records,
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
async function stillThere(records: Records, ids: readonly number[]): Promise<number[]> {
  const read = async (id: number) => (isSuccess(await records.read(id)) ? [id] : [])
  return (await atOnce(ids.slice(0, AT_ONCE), read)).flat()
}

const idsIn = (exchange: Exchange) => recordsIn<Shown>(exchange, 'templates').map(({ id }) => id)

export const templateList: readonly Check[] = [wholeList]
export const manyTemplates: readonly Check[] = [many]
export const templateNamesakes: readonly Check[] = [namesakes]
