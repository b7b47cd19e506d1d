import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { codeOf, messageOf, whyUnread } from './thrown.ts'

test.each([
  [new Error('no'), 'no', ''],
  [Object.assign(new Error('gone'), { code: 'ENOENT' }), 'gone', 'ENOENT'],
  [Object.assign(new Error('odd'), { code: undefined }), 'odd', ''],
  ['text', 'text', ''],
  [undefined, 'undefined', ''],
])('%o says %j and has the code %j', (thrown, message, code) => {
  expect([messageOf(thrown), codeOf(thrown)]).toEqual([message, code])
})

test.each([
  ['/nowhere.json', /^there is no such file$/],
  [import.meta.dirname, /^it is a folder$/],
  ['a\0b', /must be a string/],
])('a file that cannot be read is told in words: %j', (file, why) => {
  const told = () => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      return whyUnread(error)
    }
  }
  expect(told()).toMatch(why)
})
