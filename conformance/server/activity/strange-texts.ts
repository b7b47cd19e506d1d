import { isObject, type Exchange } from '../client/exchange.ts'
import { perRun } from '../per-run.ts'
import type { Session } from '../session.ts'

/** What is known of the texts in settings. */
interface Texts {
  /** What the settings of the judged store held at first, what was ever sent and came of it, and what is another store's. */
  readonly known: Set<string>
  /** What each of them showed, and since when. */
  readonly shown: Map<string, Map<string, number>>
}

const textsOf = perRun<'texts', Texts>()

const textsKnown = (session: Session): Texts =>
  textsOf(session, 'texts', () => ({ known: new Set(), shown: new Map() }))

const SETTINGS: readonly unknown[] = ['readSettings', 'updateSettings']

/** Notes the texts of settings, as they are sent and answered. */
export function noteSettings(session: Session, { operation, key, input, response }: Exchange): void {
  if (!SETTINGS.includes(operation)) return
  const { known, shown } = textsKnown(session)
  const sent = settingsIn(input)
  const isFirst = shown.size === 0
  noteSent(session, input)
  for (const [name, text] of textsIn(settingsIn(response.json))) {
    // A server may keep another form of what it is given.
    if (key !== 'api' || isFirst || name in sent) known.add(text)
    if (key === 'api') noteShown(shown, name, text)
  }
}

/** Notes the settings in what the run sends, whatever is answered. */
export function noteSent(session: Session, input: unknown): void {
  for (const [, text] of textsIn(settingsIn(input))) textsKnown(session).known.add(text)
}

function noteShown(shown: Texts['shown'], name: string, text: string): void {
  const texts = shown.get(name) ?? new Map<string, number>()
  shown.set(name, texts)
  if (!texts.has(text)) texts.set(text, Date.now())
}

/** A setting that shows more of them is moved by the server: when the settings were changed last, say. */
const MOST = 3

/**
 * Whether settings have come to show a text, since then, that was not there when the run began, that it never sent, and
 * that was no answer to what it sent: somebody wrote it, and may have moved more.
 */
export function showStrangeText(session: Session, since: number): boolean {
  const { known, shown } = textsKnown(session)
  return [...shown.values()].some((texts) => {
    const strange = [...texts].filter(([text]) => !known.has(text))
    return strange.length <= MOST && strange.some(([, at]) => at >= since)
  })
}

/** All but the number that each invoice moves on. */
const textsIn = (settings: object): [name: string, text: string][] =>
  Object.entries(settings).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[0] !== 'next_invoice_number',
  )

function settingsIn(body: unknown): object {
  const settings = isObject(body) ? body['settings'] : null
  return isObject(settings) ? settings : {}
}
