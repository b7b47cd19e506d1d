import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { passagesOfComments } from './comments.ts'
import type { Finding, Passage } from './finding.ts'
import { passagesOfLiterals } from './literals.ts'
import { findingsIn } from './rules.ts'

/** Folders and files that are generated, or whose texts are wrong on purpose. */
const LEFT_OUT =
  /^(?:schemas\/types\.ts$|test\/language\.test\.ts$|tools\/language\/(?:[\w-]+\.test|replaced-words|allowed|headless-openings)\.ts$)/
const IS_PROOF = /\.test\.ts$|(?:^|\/)testing\//

/** Comments, check names and messages of source files, whose paths start at `root`. */
export const passagesInCode = (root: string, files: readonly string[]): Passage[] =>
  files
    .filter((file) => !LEFT_OUT.test(file))
    .flatMap((file) => passagesOf(file, readFileSync(join(root, file), 'utf8')))

/** Findings in comments, check names and messages of source files. */
export const findingsInCode = (root: string, files: readonly string[]): Finding[] =>
  passagesInCode(root, files).flatMap(findingsIn)

/** Comments, check names and messages of a source file, or descriptions of a JSON Schema. */
export function passagesOf(file: string, text: string): Passage[] {
  if (file.endsWith('.json')) return passagesOfSchema(file, text)
  const source = ts.createSourceFile(file, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  })
  const nodes: ts.Node[] = [source]
  // Grows while it is walked.
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child))
  const comments = passagesOfComments(source, nodes)
  const literals = IS_PROOF.test(file) ? [] : passagesOfLiterals(source, nodes)
  return [...comments, ...literals].toSorted((one, other) => one.line - other.line)
}

const DESCRIPTION = /"(?:description|title)": ("(?:[^"\\]|\\.)*")/g

const passagesOfSchema = (file: string, text: string): Passage[] =>
  [...text.matchAll(DESCRIPTION)].map(({ index, 1: literal = '""' }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    text: String(JSON.parse(literal)),
    kind: 'message',
  }))
