import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// Floats never carry an amount of money: schemas/commerce/money.ts has the exact arithmetic for all rooms.

const root = import.meta.dirname
const ROOMS = ['conformance', 'scenarios', 'fixtures', 'schemas/commerce', 'mock-server']

/** Servers that compute amounts in their own ways on purpose, correct ones and faulty ones. */
const OTHER_SERVERS = ['conformance/proof/plain-server/', 'conformance/proof/mutants/']

/** The module itself. */
const MONEY = 'schemas/commerce/money.ts'

/** Names of amounts: a variable, a parameter or a field. */
const AMOUNT = /^(price|amount|subtotal|total_price|total_tax|discount)s?$/

/** Functions that make a float of what they are given, or write one. */
const CONVERSIONS =
  /^(Number|parseFloat|Number\.parseFloat|Math\.(abs|ceil|floor|fround|max|min|round|trunc))$/

const ARITHMETIC = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
])

/** Files with `toFixed`, and what they write with it. The mock's benchmarks write durations alone. */
const FIXED: Readonly<Record<string, string>> = {
  'conformance/proof/mutation/mutation-report.ts': 'seconds and a score in percent',
  'conformance/proof/traffic/run-traffic.ts': 'megabytes',
  'conformance/reports/html-exchange.ts': 'a width in percent',
  'conformance/server/learn/quota.ts': 'seconds',
  'scenarios/save-file.ts': 'megabytes',
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const files = ROOMS.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file).replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== MONEY)
    .filter((file) => !OTHER_SERVERS.some((folder) => file.startsWith(folder))),
)

/** True for an amount itself. A call is none: what it returns depends on the function. */
function isAmount(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return AMOUNT.test(node.text)
  if (ts.isStringLiteral(node)) return ts.isElementAccessExpression(node.parent) && AMOUNT.test(node.text)
  if (ts.isPropertyAccessExpression(node)) return AMOUNT.test(node.name.text)
  if (ts.isElementAccessExpression(node)) return isAmount(node.argumentExpression)
  if (ts.isParenthesizedExpression(node)) return isAmount(node.expression)
  return false
}

function isFloatArithmetic(node: ts.Node): boolean {
  if (ts.isCallExpression(node))
    return CONVERSIONS.test(node.expression.getText()) && node.arguments.some(isAmount)
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusToken && isAmount(node.operand)
  return (
    ts.isBinaryExpression(node) &&
    ARITHMETIC.has(node.operatorToken.kind) &&
    [node.left, node.right].some(isAmount)
  )
}

const isToFixed = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'toFixed'

/** Words without which a file needs no parser. */
const MENTIONED = /toFixed|price|amount|total|discount/

/** Lines of a source where a node is wrong. */
function findings(file: string, text: string, isWrong: (node: ts.Node) => boolean): string[] {
  if (!MENTIONED.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isWrong(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1}: ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('amounts of money', () => {
  test('no float carries one: use the functions of schemas/commerce/money.ts', () => {
    expect(files.flatMap((file) => findings(file, read(file), isFloatArithmetic))).toEqual([])
  })

  test('toFixed writes durations, sizes and shares alone', () => {
    const judged = files.filter((file) => !file.startsWith('mock-server/'))
    const fixed = judged.filter((file) => findings(file, read(file), isToFixed).length > 0)
    expect(fixed.toSorted()).toEqual(Object.keys(FIXED).toSorted())
  })

  test.each([
    'Number(line.price) * 2',
    "Number(tax?.['price'])",
    'rate * price',
    'now.total_price > 0',
    '+amount',
    'Math.round(100 * (amount))',
    'parseFloat(total_price)',
  ])('the search finds %s', (text) => {
    expect(findings('sample.ts', text, isFloatArithmetic).length).toBeGreaterThan(0)
  })

  test('the search finds toFixed, and lets exact arithmetic pass', () => {
    expect(findings('sample.ts', 'sum.toFixed(2)', isToFixed)).toHaveLength(1)
    expect(
      findings('sample.ts', "toMinor(line.price, 2) + readAmount(line['price'])", isFloatArithmetic),
    ).toEqual([])
  })
})
