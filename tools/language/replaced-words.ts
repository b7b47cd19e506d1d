/** A word of the old style, and the plain words to use instead. */
export interface ReplacedWord {
  readonly word: string
  /** Matches only uses that are certainly the old style. */
  readonly pattern: RegExp
  readonly use: string
}

/**
 * Only words that are wrong wherever these patterns match. Left out, because the plain use is as common: again, made,
 * moved, goes, signs, letters, look, view, gate, world, rows, places.
 */
export const REPLACED_WORDS: readonly ReplacedWord[] = [
  {
    word: 'told apart',
    pattern: /\btold (?:\w+ ){0,4}apart\b|\btell(?:s|ing)? (?:\w+ ){0,6}apart\b/i,
    use: 'distinguished',
  },
  {
    word: 'told',
    pattern: /\btold\b(?! (?:\w+ ){0,4}apart\b)/i,
    use: 'reported, logged, returned, sent or explained',
  },
  {
    word: 'tells',
    pattern: /\btells\b(?! (?:\w+ ){0,6}apart\b)/i,
    use: 'reports, logs, returns, sends or explains',
  },
  { word: 'at once', pattern: /\bat once\b/i, use: 'concurrently, or immediately' },
  { word: 'beside', pattern: /\bbeside\b/i, use: 'next to, concurrently with, or besides' },
  { word: 'anew', pattern: /\banew\b/i, use: 'from scratch' },
  { word: 'stands in', pattern: /\bstands in\b(?! for\b)/i, use: 'is in' },
  { word: 'stands for', pattern: /\bstands? (?:in )?for\b/i, use: 'represents, or replaces' },
  { word: 'meanwhile', pattern: /\bmeanwhile\b/i, use: 'while … runs' },
  { word: 'of its own', pattern: /\bof (?:its|their) own\b/i, use: 'dedicated, separate or private' },
  {
    word: 'otherwise',
    pattern:
      /\b(?:is|are|was|were|be|been|anything|something|nothing|looks?) otherwise(?=[.,;:)]|$| than\b)|\botherwise than\b/i,
    use: 'different, or differently from',
  },
  { word: 'another than', pattern: /\banother than\b|\bother ones? than\b/i, use: 'different from' },
  { word: 'blanks', pattern: /\bblanks\b/i, use: 'whitespace, or spaces' },
  { word: 'comes to be', pattern: /\bc[oa]mes? to be\b/i, use: 'is created, generated or rendered' },
  {
    word: 'spent',
    pattern: /\b(?:is|are|was|were|been) spent(?=[.,;:)]|$| (?:and|when|before|until)\b)/i,
    use: 'exhausted',
  },
  { word: 'sight', pattern: /\bsights?\b/i, use: 'snapshot, or reading' },
  { word: 'whoever', pattern: /\bwho(?:so)?ever\b/i, use: 'the client, a caller, or the reader' },
  {
    word: 'somebody else',
    pattern: /\bsome(?:body|one) else\b/i,
    use: 'another client, or a concurrent writer',
  },
  {
    word: 'is to',
    pattern:
      /(?<!\b(?:aim|goal|purpose|idea|way|fix|point|task|job|step|remedy|alternative|option|first|next|best|only|cure|choice|intent)(?:s|ion)?\b.{0,30} )\b(?:is|are) to be\b/i,
    use: 'must be',
  },
  { word: 'has to hold', pattern: /\b(?:has|have) to hold\b/i, use: 'must hold' },
  { word: 'but for', pattern: /(?<!\bnot\b.*)\bbut for\b/i, use: 'except' },
  { word: 'save', pattern: /\bsave (?:for|where|when|what|those)\b/, use: 'except' },
  { word: 'by itself', pattern: /\bby (?:itself|themselves)\b/i, use: 'by default, or alone' },
  {
    word: 'put back',
    pattern: /\bput(?:s|ting)? (?:it |them )?back\b/i,
    use: 'restore, restored',
  },
  {
    word: 'taken back',
    pattern: /\bt(?:akes?|ook|aken|aking) (?:it |them )?back\b/i,
    use: 'rolled back, or withdrawn',
  },
  {
    word: 'held against',
    pattern: /\b(?:held|holds?|holding) (?:[\w'’]+ ){0,4}against\b/i,
    use: 'checked against, or blamed on',
  },
  { word: 'odd', pattern: /\bodd(?:ly|er|est)?\b/i, use: 'malformed, unusual or hostile' },
  { word: 'strange', pattern: /\bstrange(?:ly)?\b/i, use: 'malformed, unusual or hostile' },
  { word: 'desk', pattern: /\bdesk\b(?!top)/i, use: 'control API, or inspector' },
  { word: 'seams', pattern: /\bseams?\b/i, use: 'test hooks' },
  { word: 'deeds', pattern: /\bdeeds?\b/i, use: 'actions' },
  { word: 'lanes', pattern: /\blanes?\b/i, use: 'worker pool' },
]
