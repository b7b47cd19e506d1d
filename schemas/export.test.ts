import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ExportError, exportSchemas } from './export.ts'
import { openapi } from './openapi.ts'
import { schema, schemaNames } from './schema-files.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

test('writes every schema and the OpenAPI document into a folder that it makes', () => {
  const folder = join(newFolder(), 'a', 'b')
  const written = exportSchemas(folder)
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  expect(found.map((file) => join(folder, file)).toSorted()).toEqual(written.toSorted())
  expect(found).toHaveLength(schemaNames().length + 1)
  expect(read(join(folder, 'openapi.json'))).toEqual(openapi())
  for (const name of schemaNames()) expect(read(join(folder, `${name}.json`))).toEqual(schema(name))
})

test('writes over what it wrote before', () => {
  const folder = newFolder()
  expect(exportSchemas(folder)).toEqual(exportSchemas(folder))
})

test('says in one line why a folder cannot be written', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  for (const folder of [file, join(file, 'below')]) {
    const error = new ExportError(folder, Object.assign(new Error('no folder'), { code: 'ENOTDIR' }))
    expect(error.message).toBe(`Cannot write the schemas to ${folder}: a file is in the way`)
    expect(() => exportSchemas(folder)).toThrow(error)
  }
  expect(() => exportSchemas('\0')).toThrow(/^Cannot write the schemas to \0: .*null bytes/)
})
