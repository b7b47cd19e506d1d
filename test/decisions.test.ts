import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../docs/decisions')
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
const records = readdirSync(folder).filter((file) => file !== 'index.md')
/** The formatter pads the cells of tables. */
const index = read('index.md').replaceAll(/ +/g, ' ')

test('records are numbered from 0001 without a gap', () => {
  const numbers = records.map((file) => Number(file.slice(0, 4))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(records.map((_file, place) => place + 1))
})

describe.each(records)('docs/decisions/%s', (file) => {
  const text = read(file)
  const [title = '', summary = '', status = ''] = text.split('\n\n')

  test('has a title, a status and three sections in at most thirty lines', () => {
    expect(title).toMatch(/^# ./)
    expect(status).toMatch(/^Status: (accepted|superseded by \d{4})( \(\d{4}-\d\d-\d\d\))?$/)
    expect(text.match(/^## .*/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
    expect(text.split('\n').length).toBeLessThanOrEqual(31)
  })

  test('is listed in the index with its title and its sentence', () => {
    const name = `${file.slice(0, 4)} ${title.slice(2)}`
    expect(index).toContain(`| [${name}](${file}) | ${summary.replaceAll('\n', ' ')} |`)
  })
})
