import fc from 'fast-check'
import { charactersArbitrary } from '../../../fixtures/text.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { ODD_TEXTS } from '../records/odd-texts.ts'
import type { Fields } from '../records/record-kind.ts'
import { puttingBack, readSettings, remember, settingsIn, updateSettings, type Sight } from './change.ts'
import { FREE_TEXTS } from './fields.ts'

const CLAUSE = 'settings.round-trip'

const TEXTS: readonly string[] = [
  '',
  'first line\nsecond line\n\nfourth line',
  '  white space around  ',
  '"',
  "'",
  '\\',
  '\\n is no line break \\u0041',
  'a=b&c=d+e%20f%0A',
  '„Straße“ – ‘naïve’ … ½ ™ İı ß ﬁ',
  '한국어 ไทย ქართული',
  '🇩🇪 👩🏽‍💻 𝔘𝔫𝔦',
  // combining marks, of which some could be composed
  'Zo\u0065\u0308 A\u030Angstr\u006F\u0308m n\u0323\u0307',
  `<a href="x">y</a><!-- c --><script>z('1')</script>`,
  '<%= 1 %> #{2} $(3) ${4} {{5}} {% 6 %}',
  '[object Object]',
  'NULL',
  'false',
  '-1',
  '1.0',
  'Zeile '.repeat(33).trim(),
  'ü'.repeat(180),
  ...ODD_TEXTS,
]

/** Every free text takes every text of the table, each time another one in each. */
const everyText = check('settings.round-trip', {
  name: 'free texts of the settings',
  run: (law) =>
    puttingBack(law, async () => {
      const names = await freeTexts(law)
      for (const turn of TEXTS.keys()) {
        await judgeTexts(
          law,
          Object.fromEntries(names.map((name, index) => [name, TEXTS[(turn + index) % TEXTS.length]!])),
        )
      }
    }),
})

const anyText = check('settings.round-trip', {
  name: 'any free text of the settings',
  run: (law) =>
    puttingBack(law, async () => {
      const names = await freeTexts(law)
      await law.property(
        fc.record(Object.fromEntries(names.map((name) => [name, charactersArbitrary(40)]))),
        (texts) => judgeTexts(law, texts),
        { runs: Math.ceil(law.runs / 3) },
      )
    }),
})

async function freeTexts(law: Law): Promise<string[]> {
  const { shown } = await readSettings(law, CLAUSE)
  const names = FREE_TEXTS.filter((name) => typeof shown[name] === 'string')
  if (names.length === 0) law.notExercised('no free text of the settings has a value that could be put back')
  remember(law, shown, names)
  return names
}

async function judgeTexts(law: Law, texts: { [name: string]: string }): Promise<void> {
  const written = settingsIn(law, CLAUSE, await updateSettings(law, texts))
  judgeShown(law, texts, written, [])
  judgeShown(law, texts, await readSettings(law, CLAUSE), [written])
}

function judgeShown(
  law: Law,
  texts: { [name: string]: string },
  { shown, exchange }: Sight,
  earlier: readonly Sight[],
): void {
  const wrong = Object.keys(texts).find((name) => textOf(shown, name) !== texts[name]!.trim())
  law.judge(wrong === undefined, {
    field: `settings.${wrong}`,
    expected: `${wrong} ${JSON.stringify(texts[wrong!])}`,
    got: JSON.stringify(shown[wrong!]) ?? 'nothing',
    exchanges: [...earlier.map((sight) => sight.exchange), exchange],
  })
}

/** An empty text and none may be told alike (question nullable). */
function textOf(shown: Fields, name: string): unknown {
  const value = shown[name] ?? ''
  return typeof value === 'string' ? value.trim() : value
}

/** Too long for some servers, which refuse it then: none may cut it. */
const LONG = 'Zeile für Zeile '.repeat(19).trim()

const longText = check('settings.round-trip', {
  name: 'a long free text of the settings',
  run: (law) =>
    puttingBack(law, async () => {
      for (const name of await freeTexts(law)) {
        const exchange = await updateSettings(law, { [name]: LONG })
        if (!isSuccess(exchange)) continue
        const written = settingsIn(law, CLAUSE, exchange)
        judgeShown(law, { [name]: LONG }, written, [])
        judgeShown(law, { [name]: LONG }, await readSettings(law, CLAUSE), [written])
      }
    }),
})

export const roundTrips: readonly Check[] = [everyText, anyText, longText]
