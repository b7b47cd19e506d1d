import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'

/** An exported name with the declaration behind it. */
export interface ExportedName {
  readonly name: string
  readonly declaration: ts.Statement
  readonly source: ts.SourceFile
}

const parsed = new Map<string, ts.SourceFile>()

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file)
  if (known) return known
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  parsed.set(file, source)
  return source
}

const exportsByFile = new Map<string, ExportedName[]>()

/** The names that a module exports. Re-exports are followed to their declarations; nothing is type-checked. */
export function exportedNames(file: string): ExportedName[] {
  const names = exportsByFile.get(file) ?? namesOf(file)
  exportsByFile.set(file, names)
  return names
}

function namesOf(file: string): ExportedName[] {
  const source = parse(file)
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return reExported(statement, source)
    return isExported(statement) ? declaredNames(statement, source) : []
  })
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

function reExported(
  { moduleSpecifier, exportClause }: ts.ExportDeclaration,
  source: ts.SourceFile,
): ExportedName[] {
  const target = pathOf(moduleSpecifier, source)
  if (exportClause === undefined) return target === undefined ? [] : exportedNames(target)
  if (!ts.isNamedExports(exportClause)) return []
  return exportClause.elements.flatMap(({ name, propertyName = name }) => {
    const text = propertyName.text
    const found = target === undefined ? nameInScope(text, source) : nameIn(text, target)
    return found === undefined ? [] : [{ ...found, name: name.text }]
  })
}

/** A name that the module declares itself, or imports; undefined for one of another package. */
export function nameInScope(name: string, source: ts.SourceFile): ExportedName | undefined {
  const own = source.statements.flatMap((statement) => declaredNames(statement, source))
  const found = own.find((each) => each.name === name)
  if (found) return found
  for (const { importClause, moduleSpecifier } of source.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings
    const imported = bindings && ts.isNamedImports(bindings) ? bindings.elements : []
    const element = imported.find((each) => each.name.text === name)
    const target = element && pathOf(moduleSpecifier, source)
    if (element && target !== undefined) return nameIn((element.propertyName ?? element.name).text, target)
  }
  return undefined
}

function nameIn(name: string, file: string): ExportedName {
  const found = exportedNames(file).find((each) => each.name === name)
  if (!found) throw new Error(`${file} exports no ${name}`)
  return found
}

/** The file that a relative import names; undefined for another package. */
const pathOf = (specifier: ts.Expression | undefined, source: ts.SourceFile): string | undefined =>
  specifier && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
    ? resolve(dirname(source.fileName), specifier.text)
    : undefined

function declaredNames(declaration: ts.Statement, source: ts.SourceFile): ExportedName[] {
  const names = ts.isVariableStatement(declaration)
    ? declaration.declarationList.declarations.map((each) => each.name)
    : isNamed(declaration)
      ? [declaration.name]
      : []
  return names.flatMap((each) =>
    each && ts.isIdentifier(each) ? [{ name: each.text, declaration, source }] : [],
  )
}

const isNamed = (statement: ts.Statement) =>
  ts.isFunctionDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement) ||
  ts.isClassDeclaration(statement)
