import { expect, test } from 'vitest'
import { codeOf, messageOf } from './thrown.ts'

test.each([
  [new Error('no'), 'no', ''],
  [Object.assign(new Error('gone'), { code: 'ENOENT' }), 'gone', 'ENOENT'],
  [Object.assign(new Error('odd'), { code: undefined }), 'odd', ''],
  ['text', 'text', ''],
  [undefined, 'undefined', ''],
])('%o says %j and has the code %j', (thrown, message, code) => {
  expect([messageOf(thrown), codeOf(thrown)]).toEqual([message, code])
})
