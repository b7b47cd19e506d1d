import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keysOf } from '../../schemas/tables.ts'
import { paperFor, putsZipLast } from './countries.ts'
import { fontFamily } from './fonts.ts'
import { labelled, labelsFor } from './labels.ts'
import { directionOf, drawableLocale, localeOf } from './locale.ts'
import { sampleSource } from './sample-sources.ts'
import { colorOf, legible, themeOf } from './theme.ts'
import { WORDS } from './words.ts'

describe('labels', () => {
  test.each(Object.entries(WORDS))('%s has a word for everything', (language, words) => {
    expect(Object.values(words)).not.toContain('')
    const labels = labelsFor(language)
    expect(labels('page')).toMatch(/\{n\}.*\{m\}/)
    expect(labels('missing')).toContain('{characters}')
    expect(labels('due')).toMatch(/\{amount\}.*\{date\}/)
  })

  /** What draws documents, as text: a word stands in it by its name, or as the kind or status that it is a word for. */
  const drawing = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\bwords)\.ts$/.test(file) && !/^(testing|sample)/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')

  test.each(keysOf(WORDS.en))(
    '%s is asked for, and most languages have a word of their own for it',
    (key) => {
      expect(new RegExp(String.raw`'${key}'|\b${key}: `).test(drawing)).toBe(true)
      const { en, ...others } = WORDS
      const english = Object.values(others).filter((words) => words[key] === en[key])
      expect(english.length).toBeLessThan(Object.keys(others).length / 3)
    },
  )

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

  test.each(keysOf(WORDS))('documents in %s are read from the side from which its script is', (language) => {
    const script = new Intl.Locale(language).maximize().script ?? ''
    expect(directionOf(language)).toBe(['Arab', 'Hebr', 'Syrc', 'Thaa'].includes(script) ? 'rtl' : 'ltr')
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
  ['teal', '#008080'],
  ['Tomato', '#ff6347'],
  ['#0f08', '#77ff77'],
  ['#ff000080', '#ff7f7f'],
  ['rgb(22 163 74)', '#16a34a'],
  ['rgba(255, 0, 0, 50%)', '#ff8080'],
  ['rgb(100% 0% 0%)', '#ff0000'],
  ['hsl(280 70% 45%)', '#8e22c3'],
  ['hsla(0.5turn, 100%, 50%, 1)', '#00ffff'],
  ['hwb(120 0% 50%)', '#008000'],
  ['rgb(1, 2)', '#1f4e79'],
  // As Chromium draws them.
  ['lab(29.2345% 39.3825 20.0664)', '#7d2329'],
  ['lab(50 -20% 30%)', '#5a8232'],
  ['lch(52.2345% 72.2 56.2)', '#c65d06'],
  ['oklab(59% 0.1 0.1)', '#c05d2b'],
  ['oklch(60% 0.15 50)', '#c46016'],
  ['oklch(0.4 20% 0.5turn)', '#005549'],
  ['oklch(0.4 20% 0.5turn / 50%)', '#80aaa4'],
  ['color(display-p3 0.2 0.6 0.3)', '#009c42'],
  ['color(srgb 0.1 50% none)', '#1a8000'],
  ['color( srgb-linear 0.2 0.3 0.4 )', '#7c95aa'],
  ['color(xyz 0.2 0.3 0.4)', '#00a7a4'],
  ['color(xyz-d50 0.2 0.3 0.4)', '#00a8bd'],
  ['color(prophoto-rgb 0.2 0.3 0.4)', '#1f4e79'],
  ['color-srgb(constructor 1 2 3)', '#1f4e79'],
  ['constructor', '#1f4e79'],
  ['#12345', '#1f4e79'],
  [undefined, '#1f4e79'],
])('the colour %j is %s', (value, color) => {
  expect(colorOf(value)).toBe(color)
})

test('no accent is too light to be read, or seen', () => {
  expect(legible('#ffffff', 4.5)).toBe('#737373')
  expect(legible('#ffffff', 3)).toBe('#929292')
  expect(legible('#0f766e', 4.5)).toBe('#0f766e')
  expect(themeOf(sampleSource({ template: { accent_color: 'white' } }).template, 'en').accent).toBe('#929292')
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
