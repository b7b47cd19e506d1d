import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { vendoredFile } from '../../schemas/vendored-file.ts'
import { SHIPPED_FONT_FILES } from './fonts.ts'
import { subsetsOf } from './subset.ts'

/** Letters in both cases, some put together of others, signs, and what scripts of other directions have. */
const TEXT = 'Quick Fähre é ǻ ½ € 0123 Ж Ω שלום سلام'

test.each(SHIPPED_FONT_FILES)('%s: a subset is what fontkit makes of it', (path) => {
  const file = readFileSync(vendoredFile(path))
  const font = create(file)
  if ('fonts' in font) throw new Error('one font is shipped in a file')
  const [ours, theirs] = [subsetsOf(file)?.(), font.createSubset()]
  const last = Number(Reflect.get(Object(font), 'numGlyphs')) - 1
  for (const id of [...Array.from(TEXT, (one) => font.glyphForCodePoint(one.codePointAt(0) ?? 0).id), last])
    expect(ours?.includeGlyph(id)).toBe(theirs.includeGlyph(id))
  for (const subset of [ours, theirs]) subset?.glyphs.push(...subset.glyphs.slice(1, 3))
  expect(ours?.encode()).toEqual(Buffer.from(theirs.encode()))
})

test('a file of another kind is left to fontkit', () => {
  expect(subsetsOf(Buffer.from('OTTO and more'))).toBeNull()
  expect(subsetsOf(Buffer.from('wOFF and more'))).toBeNull()
})
