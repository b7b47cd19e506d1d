import fc from 'fast-check'
import { charactersArbitrary } from '../../../fixtures/text.ts'
import { check, type Check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { drawOf, isDrawn } from '../drawn.ts'
import { ODD_TEXTS } from '../records/odd-texts.ts'
import { changing, readSettings, remember, settingsIn, updateSettings, type Sight } from './change.ts'
import { changeable, FREE_TEXTS } from './fields.ts'

const TEXTS: readonly string[] = [
  // White space and signs that are written with a backslash.
  ['', 'first line\nsecond line\n\nfourth line', '  white space around  ', '"', "'", '\\'],
  ['\\n is no line break \\u0041', 'a=b&c=d+e%20f%0A'],
  // Letters of other languages, pictures, and combining marks, of which some could be composed.
  ['„Straße“ – ‘naïve’ … ½ ™ İı ß ﬁ', '한국어 ไทย ქართული', '🇩🇪 👩🏽‍💻 𝔘𝔫𝔦'],
  'Zo\u0065\u0308 A\u030Angstr\u006F\u0308m n\u0323\u0307',
  // Markup, templates, and what code may take for a value.
  [`<a href="x">y</a><!-- c --><script>z('1')</script>`, '<%= 1 %> #{2} $(3) ${4} {{5}} {% 6 %}'],
  ['[object Object]', 'NULL', 'false', '-1', '1.0', '2026-01-02T03:04:05Z'],
  // A sign that has no look of its own says how the one before it looks.
  '\u2764\uFE0F \u260E\uFE0F \u0031\uFE0F\u20E3',
  ODD_TEXTS,
].flat()

type Texts = Readonly<Record<string, string>>

/** Free texts take the texts of the table, each time another one in each: each text in some of the settings. */
const everyText = check('settings.round-trip', {
  name: 'free texts of the settings',
  permissions: ['settings', 'hostile-input'],
  run: changing(async (law) => {
    const names = await freeTexts(law)
    // Every setting takes several lines.
    await judgeTexts(law, Object.fromEntries(names.map((name, at) => [name, `${at}\nsecond line\n\nfourth`])))
    const draw = drawOf(law, 'texts', 3)
    for (const turn of [...TEXTS.keys()].filter((one) => isDrawn(draw, one))) {
      const ring = [...TEXTS.slice(turn), ...TEXTS]
      const texts = names.map((name, index): [string, string] => [name, ring[index] ?? ''])
      await judgeTexts(law, Object.fromEntries(texts))
    }
  }),
})

const anyText = check('settings.round-trip', {
  name: 'any free text of the settings',
  permissions: ['settings', 'hostile-input'],
  run: changing(async (law) => {
    const texts = (await freeTexts(law)).map((name) => [name, charactersArbitrary(40)] as const)
    await law.property(fc.record(Object.fromEntries(texts)), (given) => judgeTexts(law, given), {
      runs: Math.ceil(law.runs / 3),
    })
  }),
})

/** Too long for some servers, which refuse it then: none may cut it. */
const LONG = [
  'Zeile für Zeile '.repeat(19).trim(),
  'Zeile '.repeat(33).trim(),
  'ü'.repeat(180),
  'q'.repeat(101),
]

/** Line breaks of other systems; a server that takes no control characters may refuse the first, and none may change them. */
const BREAKS = ['first line\r\nsecond line\r\n\r\nfourth', 'first line\u2028second line\u2029third']

const longText = check('settings.round-trip', {
  name: 'long free texts of the settings, and line breaks of other systems',
  permissions: ['settings', 'hostile-input'],
  run: changing(async (law) => {
    const names = await freeTexts(law)
    for (const text of [...LONG, ...BREAKS])
      if (!(await isLongTextSaved(law, names, text))) await oneByOne(law, names, text)
  }),
})

/**
 * What is written at length: as long as a letter; more bytes, and more characters, than many a column holds; and as many
 * characters as some servers take, of three bytes each. The longest fit a body of 100 KB, and may be refused.
 */
const LETTERS = [
  'Zeile für Zeile.\n'.repeat(300).trim(),
  'Zeile.\n'.repeat(9_500).trim(),
  '請求書'.repeat(7_500),
  '請求'.repeat(10_000),
]

const letter = check(['settings.round-trip', 'settings.partial-update'], {
  name: 'texts of the settings as long as a letter, and longer',
  permissions: ['hostile-input'],
  run: changing(async (law) => {
    const { shown } = await readSettings(law)
    const names = changeable(law, shown).map(({ name }) => name)
    for (const [name, clause] of WRITTEN_AT_LENGTH)
      if (names.includes(name)) {
        remember(law, shown, [name])
        for (const text of LETTERS) await isLongTextSaved(law.of(clause), [name], text)
      }
  }),
})

const WRITTEN_AT_LENGTH = [
  ['footer_message', 'settings.round-trip'],
  ['email_body_template', 'settings.partial-update'],
] as const

const oneByOne = async (law: Law, names: readonly string[], text: string): Promise<void> => {
  for (const name of names) await isLongTextSaved(law, [name], text)
}

/** Whether the server takes the text in these settings; then each of them shows it. */
async function isLongTextSaved(law: Law, names: readonly string[], text: string): Promise<boolean> {
  const texts = Object.fromEntries(names.map((name) => [name, text]))
  const exchange = await updateSettings(law, texts)
  if (isSuccess(exchange)) await judgeSaved(law, texts, exchange)
  return isSuccess(exchange)
}

async function freeTexts(law: Law): Promise<string[]> {
  const { shown } = await readSettings(law)
  const names = FREE_TEXTS.filter((name) => typeof shown[name] === 'string')
  if (names.length === 0) law.notExercised('no free text of the settings has a value that could be put back')
  remember(law, shown, names)
  return names
}

const judgeTexts = async (law: Law, texts: Texts): Promise<void> =>
  judgeSaved(law, texts, await updateSettings(law, texts))

/** Answer and read show the texts. */
async function judgeSaved(law: Law, texts: Texts, update: Exchange): Promise<void> {
  judgeShown(law, texts, settingsIn(law, update), [])
  judgeShown(law, texts, await readSettings(law), [update])
}

function judgeShown(law: Law, texts: Texts, { shown, exchange }: Sight, earlier: readonly Exchange[]): void {
  const [wrong, text] =
    Object.entries(texts).find(([name, sent]) => textOf(shown[name]) !== sent.trim()) ?? []
  if (wrong === undefined) return law.pass()
  throw law.violation({
    field: `settings.${wrong}`,
    expected: `${wrong} ${JSON.stringify(text)}`,
    got: JSON.stringify(shown[wrong]) ?? 'nothing',
    exchanges: [...earlier, exchange],
  })
}

/** An empty text and none may be told alike (question nullable). */
const textOf = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : (value ?? ''))

export const roundTrips: readonly Check[] = [everyText, anyText, longText]
/** What emails say, too. */
export const roundTripsAtLength: readonly Check[] = [letter]
