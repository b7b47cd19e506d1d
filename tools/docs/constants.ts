import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..', '..')

/** The value of a numeric constant of a source file, read from its text: importing it would export it for this alone. */
export function constantIn(file: string, name: string): number {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest)
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((each) => ts.isIdentifier(each.name) && each.name.text === name)
  if (!declared?.initializer) throw new Error(`${file} has no constant ${name}: correct tools/docs/limits.ts`)
  return valueOf(declared.initializer)
}

function valueOf(node: ts.Expression): number {
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''))
  if (!ts.isBinaryExpression(node))
    throw new Error('A limit must be a number, or a product or power of numbers.')
  const [left, right] = [valueOf(node.left), valueOf(node.right)]
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return left * right
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right
    default:
      throw new Error('A limit must be a number, or a product or power of numbers.')
  }
}
