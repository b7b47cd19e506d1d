import { expect, test } from 'vitest'
import { below } from './below.ts'

test.each([
  ['/api', { path: '/', search: '' }],
  ['/api/', { path: '/', search: '' }],
  ['/api?page=2', { path: '/', search: 'page=2' }],
  ['/api/invoices/%2F', { path: '/invoices/%2F', search: '' }],
  ['/api/invoices?q=a?b&c', { path: '/invoices', search: 'q=a?b&c' }],
  ['/api/invoices?q=1#top', { path: '/invoices', search: 'q=1' }],
  ['/api/invoices#top?q=1', { path: '/invoices', search: '' }],
  ['http://127.0.0.1:4010/api/invoices?page=2', { path: '/invoices', search: 'page=2' }],
  ['HTTPS://shop.example/api', { path: '/', search: '' }],
  ['/API/invoices', null],
  ['/apis', null],
  ['/other/api', null],
  ['/?u=http://shop.example/api', null],
  ['http://shop.example', null],
  ['*', null],
  ['', null],
])('of %j lies below /api %j', (url, asked) => {
  expect(below('/api', url)).toEqual(asked)
})
