import fc from 'fast-check'
import { charactersArbitrary } from '../../../fixtures/text.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
const everyText: Check = {
  name: 'free texts of the settings',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const names = await freeTexts(trial)
      for (const turn of TEXTS.keys()) {
        await judgeTexts(
          trial,
          Object.fromEntries(names.map((name, index) => [name, TEXTS[(turn + index) % TEXTS.length]!])),
        )
      }
    }),
}

const anyText: Check = {
  name: 'any free text of the settings',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      const names = await freeTexts(trial)
      await trial.property(
        fc.record(Object.fromEntries(names.map((name) => [name, charactersArbitrary(40)]))),
        (texts) => judgeTexts(trial, texts),
        { runs: Math.ceil(trial.session.runs / 3) },
      )
    }),
}

async function freeTexts(trial: Trial): Promise<string[]> {
  const { shown } = await readSettings(trial, CLAUSE)
  const names = FREE_TEXTS.filter((name) => typeof shown[name] === 'string')
  if (names.length === 0)
    trial.notExercised('no free text of the settings has a value that could be put back')
  remember(trial, shown, names)
  return names
}

async function judgeTexts(trial: Trial, texts: { [name: string]: string }): Promise<void> {
  const written = settingsIn(trial, CLAUSE, await updateSettings(trial, texts))
  judgeShown(trial, texts, written, [])
  judgeShown(trial, texts, await readSettings(trial, CLAUSE), [written])
}

function judgeShown(
  trial: Trial,
  texts: { [name: string]: string },
  { shown, exchange }: Sight,
  earlier: readonly Sight[],
): void {
  const wrong = Object.keys(texts).find((name) => textOf(shown, name) !== texts[name]!.trim())
  trial.judge(CLAUSE, wrong === undefined, {
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

const longText: Check = {
  name: 'a long free text of the settings',
  clauses: [CLAUSE],
  run: (trial) =>
    puttingBack(trial, async () => {
      for (const name of await freeTexts(trial)) {
        const exchange = await updateSettings(trial, { [name]: LONG })
        if (!isSuccess(exchange)) continue
        const written = settingsIn(trial, CLAUSE, exchange)
        judgeShown(trial, { [name]: LONG }, written, [])
        judgeShown(trial, { [name]: LONG }, await readSettings(trial, CLAUSE), [written])
      }
    }),
}

export const roundTrips: readonly Check[] = [everyText, anyText, longText]
