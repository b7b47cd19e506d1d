import type { Passage } from './finding.ts'

interface Block {
  readonly line: number
  readonly lines: string[]
}

const FENCE = /^[\s>]*(`{3,}|~{3,})/
const HEADING = /^#{1,6}\s+/
const ITEM = /^(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?/
const TABLE_RULE = /^\|?\s*:?-{2,}/
const BREAK = /^(?:-{3,}|\*{3,}|:{3,}.*|\[[^\]]+\]:\s.*|(?:import|export) (?:.* from |\{|const ).*)$/

/** Paragraphs, headings, list items and table cells of a text in Markdown, without its code. */
export const passagesOfMarkdown = (
  file: string,
  text: string,
  kind: Passage['kind'] = 'document',
  firstLine = 1,
): Passage[] =>
  blocksOf(text).map(({ line, lines }) => ({
    file,
    line: line + firstLine - 1,
    text: lines.join('\n'),
    kind,
  }))

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  let isInList = false
  const start = (line: number, words: string): Block => {
    const block = { line, lines: [words] }
    blocks.push(block)
    return block
  }
  for (const [index, source] of withoutCode(text).entries()) {
    const line = index + 1
    const bare = source.replace(/^[\s>]+/, '')
    if (/^\S/.test(source)) isInList = ITEM.test(source)
    if (open === undefined && !isInList && /^(?: {4}|\t)/.test(source)) continue
    if (bare === '' || BREAK.test(bare) || TABLE_RULE.test(bare)) open = undefined
    else if (bare.startsWith('|')) {
      for (const cell of cellsOf(bare)) start(line, cell)
      open = undefined
    } else if (HEADING.test(bare)) {
      start(line, bare.replace(HEADING, ''))
      open = undefined
    } else if (ITEM.test(bare)) open = start(line, bare.replace(ITEM, ''))
    else if (open === undefined) open = start(line, bare)
    else open.lines.push(bare)
  }
  return blocks
}

/** Cells of a table's row; a bar in code or behind a backslash is no border. */
const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|(?=(?:[^`]*`[^`]*`)*[^`]*$)/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')

const blank = (match: string): string => match.replaceAll(/[^\n]/g, '')

/** Lines of a page, with empty lines instead of code, front matter and comments. */
function withoutCode(text: string): string[] {
  const lines = text
    .replace(/^---\n[^]*?\n---\n/, blank)
    .replaceAll(/<!--[^]*?-->/g, blank)
    .replaceAll(/<(style|script|pre)\b[^]*?<\/\1>/g, blank)
    .split('\n')
  let fence: string | undefined
  return lines.map((line) => {
    const [, mark] = FENCE.exec(line) ?? []
    if (fence === undefined) {
      fence = mark
      return mark === undefined ? line : ''
    }
    if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    return ''
  })
}
