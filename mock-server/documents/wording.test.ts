import { describe, expect, test } from 'vitest'
import { paperFor, putsZipLast } from './countries.ts'
import { fontFamily } from './fonts.ts'
import { labelled, labelsFor } from './labels.ts'
import { directionOf, drawableLocale, localeOf } from './locale.ts'
import { colorOf, legible } from './theme.ts'
import { WORDS } from './words.ts'

describe('labels', () => {
  test.each(Object.entries(WORDS))('%s has a word for everything', (language, words) => {
    expect(Object.values(words)).not.toContain('')
    const labels = labelsFor(language)
    expect(labels('page')).toMatch(/\{n\}.*\{m\}/)
    expect(labels('missing')).toContain('{characters}')
    expect(labels('due')).toMatch(/\{amount\}.*\{date\}/)
  })

  test.each([
    ['pt-BR', 'Pedido'],
    ['pt-PT', 'Encomenda'],
    ['pt-AO', 'Encomenda'],
    ['zh', '订单'],
    ['zh-TW', '訂單'],
    ['zh-Hant-HK', '訂單'],
    ['nn-NO', 'Ordre'],
    ['no', 'Ordre'],
  ])('an order in %s is called %s', (locale, word) => {
    expect(labelsFor(locale)('order')).toBe(word)
  })

  test.each([
    ['en', 'Tax number: 12'],
    ['fr-CA', 'Tax number\u00a0: 12'],
    ['zh-TW', 'Tax number：12'],
  ])('a label and its value in %s: %s', (locale, line) => {
    expect(labelled(locale, 'Tax number', '12')).toBe(line)
  })

  test('another language is English', () => {
    expect(labelsFor('sw-KE')('total')).toBe('Total')
  })
})

test.each([
  ['de', 'de'],
  ['pt_BR', 'pt-BR'],
  ['', 'en'],
  ['not a tag', 'en'],
])('%j is the locale %s', (tag, locale) => {
  expect(localeOf(tag)).toBe(locale)
})

test.each(['fa-IR', 'hu-HU', 'hi-IN', 'ro'])('a locale without words is English, all of it: %s', (tag) => {
  expect(drawableLocale(tag, 'Noto Sans')).toBe('en')
})

test('a locale is used as long as fonts draw its words', () => {
  expect(drawableLocale('he-IL', 'Inter')).toBe('he-IL')
  expect(drawableLocale('ja-JP', 'Inter')).toBe('en')
  expect([directionOf('he'), directionOf('fr')]).toEqual(['rtl', 'ltr'])
})

test.each([
  ['Inter', 'Inter'],
  ['noto serif', 'Noto Serif'],
  ['"Foo", Georgia, serif', 'Noto Serif'],
  ['Courier New', 'Noto Sans Mono'],
  ['Comic Sans', 'Noto Sans'],
  [null, 'Noto Sans'],
])('the font family %j is set in %s', (wish, family) => {
  expect(fontFamily(wish)).toBe(family)
})

test.each([
  ['#AB12CD', '#ab12cd'],
  ['f80', '#ff8800'],
  ['teal', '#1f4e79'],
  ['#12345', '#1f4e79'],
  [undefined, '#1f4e79'],
])('the colour %j is %s', (value, color) => {
  expect(colorOf(value)).toBe(color)
})

test('text is never as light as its accent may be', () => {
  expect(legible('#ffffff')).not.toBe('#ffffff')
  expect(legible('#0f766e')).toBe('#0f766e')
})

test.each([
  [['United States'], 'en', 'LETTER'],
  [['', 'ca'], 'en', 'LETTER'],
  [['Germany', 'US'], 'en-US', 'A4'],
  [[''], 'en-US', 'LETTER'],
  [[], 'en', 'A4'],
  [['Atlantis'], 'en-US', 'A4'],
] as const)('%j with %s prints on %s', (countries, locale, paper) => {
  expect(paperFor(countries, locale)).toBe(paper)
})

test('postal codes stand where the country has them', () => {
  expect(['US', 'United Kingdom', 'usa', 'Germany', ''].map(putsZipLast)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
