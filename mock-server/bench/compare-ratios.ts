import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { worsened, type Ratios } from './ratios.ts'

// `node --import tsx compare-ratios.ts KEPT NEW`: warns on GitHub of each ratio in NEW that is worse by a tenth than in KEPT, where there
// is one, and keeps NEW in its place.

const [, , kept = '', measured = ''] = process.argv
const ratiosIn = (file: string): Ratios => JSON.parse(readFileSync(file, 'utf8'))

if (existsSync(kept))
  for (const line of worsened(ratiosIn(kept), ratiosIn(measured)))
    console.log(`::warning title=Slower::${line}`)
copyFileSync(measured, kept)
