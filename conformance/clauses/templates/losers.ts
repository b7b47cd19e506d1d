import { check } from '../../judge/check.ts'
import { shownBy, TEMPLATES } from '../records/record-kind.ts'
import { all, givingBack, hasSameFlags } from './flags.ts'

/** A template that was read before another was given its flags: whether it loses them or not, list and reading tell alike. */
export const ofLosers = check('templates.read', {
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
