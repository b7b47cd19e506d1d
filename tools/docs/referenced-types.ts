import ts from 'typescript'
import { nameInScope, type ExportedName } from './exported-names.ts'
import { signatureOf } from './signatures.ts'

/** The types of the kit that the signatures of the given names refer to, without the given names. */
export function referencedTypes(names: readonly ExportedName[]): ExportedName[] {
  const given = new Set(names.map(({ declaration }) => declaration))
  const types = new Map(names.flatMap(typesInSignature).map((type) => [type.declaration, type]))
  return [...types.values()].filter(({ declaration }) => !given.has(declaration))
}

/** The types of the kit in a signature. Type parameters and types of other packages are left out. */
function typesInSignature(exported: ExportedName): ExportedName[] {
  const signature = ts.createSourceFile('signature.ts', signatureOf(exported), ts.ScriptTarget.Latest, true)
  const types: ExportedName[] = []
  const visit = (node: ts.Node): void => {
    const name = typeName(node)
    const type = name === undefined ? undefined : nameInScope(name, exported.source)
    if (type) types.push(type)
    ts.forEachChild(node, visit)
  }
  visit(signature)
  return types
}

function typeName(node: ts.Node): string | undefined {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : undefined
  return name && ts.isIdentifier(name) ? name.text : undefined
}
