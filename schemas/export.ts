import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './command-line/make-folder.ts'
import { openapi } from './openapi.ts'
import { schema, schemaNames } from './schema-files.ts'

const REASONS: Record<string, string> = {
  EACCES: 'there is no permission to',
  EEXIST: 'a file is in the way',
  EISDIR: 'a folder is in the way',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the way',
  EPERM: 'there is no permission to',
  EROFS: 'the disk is read-only',
}

/** A folder that cannot be written; the message says in one line which and why. */
export class ExportError extends Error {
  override readonly name = 'ExportError'

  constructor(folder: string, { code, message }: { code: unknown; message: string }) {
    super(`Cannot write the schemas to ${folder}: ${REASONS[String(code)] ?? message}`)
  }
}

/**
 * Writes every JSON Schema and `openapi.json` below a folder, which is made when it is not there, and answers the
 * paths written. Their references to each other are relative, so the folder can lie anywhere.
 * @param others what is written beside them, file name to content
 * @throws {ExportError} when the folder cannot be written
 */
export function exportSchemas(folder: string, others: Readonly<Record<string, object>> = {}): string[] {
  const schemas = schemaNames().map((name) => [`${name}.json`, schema(name)] as const)
  const files = [...schemas, ['openapi.json', openapi()] as const, ...Object.entries(others)]
  try {
    return files.map(([name, content]) => writeJson(join(folder, name), content))
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new ExportError(folder, error)
    throw error
  }
}

function writeJson(path: string, content: object): string {
  makeFolder(dirname(path))
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
  return path
}
