import ts from 'typescript'
import type { Passage } from './finding.ts'
import { passagesOfMarkdown } from './markdown.ts'

interface Range {
  readonly start: number
  readonly end: number
  readonly isBlock: boolean
}

/** Tokens in which the scanner alone would find comments that are none. */
const OPAQUE = new Set([
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
])

/** Instructions to tools, up to their reason. */
const DIRECTIVE =
  /^\s*(?:oxlint-|eslint-|oxfmt-|prettier-|@ts-|v8 |istanbul |yaml-language-server|#|<reference|@vitest)(?:[^]*? -- |[^]*$)/
const TAG = /^@\w+(?: \{[^}]*\})?(?: \w+\.?\w*)?\s*/gm

/** Comments of a file, a run of line comments as one. */
export function passagesOfComments(source: ts.SourceFile, nodes: readonly ts.Node[]): Passage[] {
  const opaque = new Map(
    nodes.filter(({ kind }) => OPAQUE.has(kind)).map((node) => [node.getStart(source), node.end] as const),
  )
  return joined(source.text, commentsOf(source.text, opaque)).flatMap(({ start, end }) => {
    const { line } = source.getLineAndCharacterOfPosition(start)
    const words = wordsOf(source.text.slice(start, end))
    return passagesOfMarkdown(source.fileName, words, 'comment', line + 1)
  })
}

function commentsOf(text: string, opaque: ReadonlyMap<number, number>): Range[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  const comments: Range[] = []
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const start = scanner.getTokenStart()
    const end = opaque.get(start)
    if (end !== undefined) scanner.resetTokenState(end)
    const isBlock = kind === ts.SyntaxKind.MultiLineCommentTrivia
    if (isBlock || kind === ts.SyntaxKind.SingleLineCommentTrivia)
      comments.push({ start, end: scanner.getTokenEnd(), isBlock })
  }
  return comments
}

/** Joins line comments that stand alone on lines that follow each other. */
function joined(text: string, comments: readonly Range[]): Range[] {
  const runs: Range[] = []
  for (const comment of comments) {
    const last = runs.at(-1)
    const isNext =
      last !== undefined &&
      !last.isBlock &&
      !comment.isBlock &&
      /^\s*$/.test(text.slice(last.end, comment.start))
    if (isNext && isAlone(text, last) && !/\n\s*\n/.test(text.slice(last.end, comment.start)))
      runs[runs.length - 1] = { ...last, end: comment.end }
    else runs.push(comment)
  }
  return runs
}

const isAlone = (text: string, { start }: Range): boolean =>
  /^\s*$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))

/** A comment without its marks, line by line. */
const wordsOf = (comment: string): string =>
  comment
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:\/\*\*?|\/\/\/?|\*(?!\/|\*)) ?/, '')
        .replace(/\s*\*\/\s*$/, '')
        .replace(DIRECTIVE, ''),
    )
    .join('\n')
    .replaceAll(TAG, (tag) => `- ${' '.repeat(Math.max(0, tag.length - tag.trimEnd().length - 1))}`)
