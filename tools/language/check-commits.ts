import { join } from 'node:path'
import { checkRange } from './commit-range.ts'
import { roomsOf } from './commit-subject.ts'

// node --import tsx tools/language/check-commits.ts RANGE

const [range = ''] = process.argv.slice(2)
if (range === '' || range.startsWith('-')) {
  console.error('usage: node --import tsx tools/language/check-commits.ts RANGE, such as origin/main..HEAD')
  process.exit(2)
}
const checked = checkRange(range, roomsOf(join(import.meta.dirname, '..', '..')), process.cwd())
if (checked === undefined) {
  console.log(`commit subjects are not checked: this clone does not have all of ${range}`)
  process.exit(0)
}
for (const mistake of checked.mistakes) console.log(mistake)
console.log(`${checked.commits} commits, ${checked.mistakes.length} mistakes in their subjects`)
process.exit(checked.mistakes.length === 0 ? 0 : 1)
