import { expect, test } from 'vitest'
import { cover } from './coverage.ts'
import { openFace, type Face } from './face.ts'
import { hanOf, SHIPPED_FONT_FILES } from './fonts.ts'
import { vendoredFile } from '../../schemas/vendored-file.ts'

const [file = ''] = SHIPPED_FONT_FILES
const noto = openFace('noto', vendoredFile(file))

/** A font that draws what it is said to. */
const drawing = (name: string, characters: string): Face => ({
  ...noto,
  name,
  covers: (codePoint) => characters.includes(String.fromCodePoint(codePoint)),
})

const fonts = [drawing('latin', 'abc '), drawing('japan', '日本語 '), drawing('china', '日本语国 ')]
const first = (text: string) =>
  fonts.find(({ covers }) => Array.from(text).every((character) => covers(character.codePointAt(0) ?? 0))) ??
  null
const choice = { one: (codePoint: number) => first(String.fromCodePoint(codePoint)), all: first }

test.each([
  ['abc 日本語', 'latin latin latin latin japan japan japan'],
  ['日国', 'china china'],
  ['日 国', 'japan japan china'],
  ['語语', 'japan china'],
  ['日x国', 'japan none china'],
  ['a\u2068b', 'latin latin latin'],
])('%s is drawn by %s', (text, names) => {
  expect(
    cover(text, choice)
      .map((face) => face?.name ?? 'none')
      .join(' '),
  ).toBe(names)
})

test.each([
  ['ja-JP', 'jp'],
  ['zh', 'sc'],
  ['zh-CN', 'sc'],
  ['zh-TW', 'tc'],
  ['zh-HK', 'tc'],
  ['zh-Hant', 'tc'],
  ['ko', 'kr'],
  ['en', 'jp'],
])('Chinese characters in %s are those of %s', (locale, han) => {
  expect(hanOf(locale)).toBe(han)
})
