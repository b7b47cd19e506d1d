import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderDocument } from './render.ts'
import { PICTURES, SAMPLES } from './sample-list.ts'
import { digestOf, originOf } from './testing/drawn-from.ts'

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url))

test.each(PICTURES)('the picture of %s shows the document as it is drawn (npm run samples)', async (name) => {
  const sample = SAMPLES.find((one) => one.name === name)
  const { digest, sameIcu } = originOf(file(`pictures/${name}.png`))
  const now = sample && sameIcu ? digestOf(await renderDocument(sample.source)) : digest
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(digest).toBe(now)
})
