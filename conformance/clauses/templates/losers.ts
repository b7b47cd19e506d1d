import { check, type Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { Audit } from '../records/audit.ts'
import { shownBy, TEMPLATES } from '../records/record-kind.ts'
import { all, givingBack, hasSameFlags } from './flags.ts'

/** A template that was read before another was given its flags: whether it loses them or not, list and reading tell alike. */
const ofGiven = check('templates.read', {
  name: 'a template by its id after another was given its flags',
  needs: ['writes'],
  run: givingBack(async (records) => {
    const first = await records.makeOne({ ...(await records.input()), ...all(true) })
    const before = await records.read(first.shown.id)
    const second = await records.makeOne({ ...(await records.input()), ...all(true) })
    await records.law.settled(async () => {
      const after = await records.read(first.shown.id)
      const { items, exchanges } = await records.allAnew()
      const listed = items.find(({ id }) => id === first.shown.id)
      const read = shownBy(TEMPLATES, after)
      if (!listed || !read) return 'unseen'
      if (hasSameFlags(read, listed)) return null
      return {
        message: 'another template was given the flags of one that had been read',
        expected: `template ${read.id} with the flags that the list shows`,
        exchanges: [before, second.exchange, ...exchanges, after],
      }
    })
  }),
})

/** Flags that are refused, for what is wrong beside them, are taken from nobody. */
const ofRefused = check('templates.invalid', {
  name: 'pre_selected flags beside what is refused',
  needs: ['writes'],
  run: givingBack(async (records) => {
    const { input, shown, exchange } = await records.makeOne({ ...(await records.input()), ...all(true) })
    const other = await records.makeOne()
    const audit = await Audit.begin(records)
    const wrong = { ...input, ...all(true), template_type: { no: 'text' } }
    const refused = [
      await records.update(other.shown.id, wrong),
      await records.post({ body: { template: wrong } }),
    ]
    if (refused.some(isSuccess)) return records.law.missing('a template_type that is no text is taken')
    await audit.judge([], refused)
    await records.judgeRead(shown, [exchange, ...refused])
  }),
})

export const ofLosers: readonly Check[] = [ofGiven, ofRefused]
