import ts from 'typescript'
import type { Passage } from './finding.ts'
import { passagesOfMarkdown } from './markdown.ts'

/** Properties whose texts a user reads. */
const MESSAGE_PROPERTIES =
  /^(?:says|summary|message|description|question|reason|expected|got|note|allows|ours|others|perhaps|tells|missing)$/
const ERROR = /(?:Error|Violation)$/
/** Methods and functions whose texts a user reads: commander's, and those that report. */
const REPORTING =
  /^(?:description|summary|option|requiredOption|argument|addHelpText|error|script|refuse|fail|warn|log)$/

/** Check names and messages of a file, where its syntax shows that they are such. */
export function passagesOfLiterals(source: ts.SourceFile, nodes: readonly ts.Node[]): Passage[] {
  const isOfChecks = source.fileName.startsWith('conformance/clauses/')
  const isOfMutants = source.fileName.startsWith('conformance/proof/mutants/')
  return nodes.flatMap((node) => {
    if (ts.isPropertyAssignment(node)) {
      // A mutant's name is a key; the reference shows it as an example of a violation.
      if (isOfMutants && ts.isStringLiteral(node.name)) return textsIn(source, node.name, 'message')
      const name = node.name.getText(source)
      if (isOfChecks && name === 'name') return textsIn(source, node.initializer, 'check name')
      return MESSAGE_PROPERTIES.test(name) ? textsIn(source, node.initializer, 'message') : []
    }
    if (ts.isNewExpression(node) && (ERROR.test(nameOf(node)) || nameOf(node) === 'Option'))
      return (node.arguments ?? []).flatMap((argument) => textsIn(source, argument, 'message'))
    if (ts.isCallExpression(node) && REPORTING.test(nameOf(node)))
      return node.arguments.flatMap((argument) => textsIn(source, argument, 'message'))
    const isFragment = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
    return isFragment && (isOfChecks || isOfMutants) ? textsIn(source, node, 'fragment') : []
  })
}

function nameOf({ expression }: ts.NewExpression | ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

/** Texts of several words that an expression may be. */
function textsIn(source: ts.SourceFile, value: ts.Expression, kind: Passage['kind']): Passage[] {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value))
    return textsIn(source, value.expression, kind)
  if (ts.isConditionalExpression(value))
    return [value.whenTrue, value.whenFalse].flatMap((each) => textsIn(source, each, kind))
  const text = textOf(value)
  if (text === undefined || !/\p{L}.*\s.*\p{L}/su.test(text)) return []
  const { line } = source.getLineAndCharacterOfPosition(value.getStart(source))
  return passagesOfMarkdown(source.fileName, text, kind, line + 1)
}

/** The text of a literal or of several that are added; a value in between is shown as code. */
function textOf(value: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(value)) return value.text
  if (ts.isTemplateExpression(value))
    return value.head.text + value.templateSpans.map(({ literal }) => `\`…\`${literal.text}`).join('')
  if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(value.left), textOf(value.right)]
    return left === undefined && right === undefined ? undefined : (left ?? '`…`') + (right ?? '`…`')
  }
  return undefined
}
