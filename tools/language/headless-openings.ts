/** Openings that make a noun of a clause, with openings that are right. */
export interface HeadlessOpening {
  readonly opening: string
  readonly pattern: RegExp
  readonly use: string
}

const END = String.raw`(?![\w-])`

const opening = (words: string, use: string, unless = ''): HeadlessOpening => ({
  opening: words,
  pattern: new RegExp(`^${words}${END}${unless}`, 'i'),
  use,
})

export const HEADLESS_OPENINGS: readonly HeadlessOpening[] = [
  opening('what', 'the thing, or a verb: "Returns …", "Metadata of …"'),
  opening('whatever', 'the thing: "Any …", "Every …"'),
  opening('who', 'the actor: "The client that …"'),
  opening('whose', 'the thing that owns it'),
  opening('whoever', 'the actor: "A client that …"'),
  opening('whether', '"True if …", or the thing'),
  opening('where', 'the thing: "Folder of …", or "If …", "When …"'),
  opening('which', 'the thing: "The clauses that …"'),
  opening('so that', 'the effect first: "Lets …", "Prevents …"'),
  // A part of a number is right: "Of the 20 operations, 6 write."
  opening(
    'of',
    'the thing first',
    String.raw`(?! course\b)(?! (?:(?:the|these|those|all|its|their|every) )?(?:\d|(?:an? )?(?:dozen|hundred|thousand)|both|two|three|four|five|six|them))`,
  ),
]
