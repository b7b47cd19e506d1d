import ts from 'typescript'
import type { ExportedName } from './exported-names.ts'

/** The first paragraph of the docstring of a declaration; empty where there is none. */
export function docOf({ declaration }: ExportedName): string {
  const [comment] = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc).toReversed()
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? ''
  return (text.split(/\n\s*\n/)[0] ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** A declaration without the bodies of its functions and the values of its constants. */
export function signatureOf({ declaration, source, name }: ExportedName): string {
  if (ts.isFunctionDeclaration(declaration)) return head(declaration, source)
  if (ts.isClassDeclaration(declaration)) return classText(declaration, source)
  if (ts.isVariableStatement(declaration)) return constantText(declaration, name, source)
  return plain(declaration.getText(source))
}

const plain = (text: string): string => text.replace(/^(export )?(async )?/, '')

/** The text of a function before its body. */
function head(node: ts.FunctionLikeDeclaration, source: ts.SourceFile): string {
  const end = node.body?.getStart(source) ?? node.end
  return plain(
    source.text
      .slice(node.getStart(source), end)
      .trim()
      .replace(/\s*=>$/, ''),
  )
}

function classText(node: ts.ClassDeclaration, source: ts.SourceFile): string {
  const members = node.members.filter((member) => !(member.name && ts.isPrivateIdentifier(member.name)))
  const texts = members.map((member) =>
    isFunctionLike(member) ? head(member, source) : member.getText(source),
  )
  return [`class ${node.name?.text ?? ''} {`, ...texts.map((text) => `  ${text}`), '}'].join('\n')
}

const isFunctionLike = (member: ts.ClassElement) =>
  ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) || ts.isAccessor(member)

function constantText(
  { declarationList }: ts.VariableStatement,
  name: string,
  source: ts.SourceFile,
): string {
  const declared = declarationList.declarations.find((each) => each.name.getText(source) === name)
  const value = declared?.initializer
  if (declared?.type) return `const ${name}: ${declared.type.getText(source)}`
  if (value && ts.isArrowFunction(value)) return `const ${name} = ${head(value, source)}`
  return value && ts.isSatisfiesExpression(value)
    ? `const ${name}: ${value.type.getText(source)}`
    : `const ${name}`
}
