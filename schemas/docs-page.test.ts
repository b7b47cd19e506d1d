import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCS_ASSETS, docsPage } from './docs-page.ts'

const page = docsPage('/openapi.json')
const addresses = (text: string) => [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1])

test('the page shows the document it is told, from assets beside it alone', () => {
  expect(page).toContain('fetch("/openapi.json"')
  const assets = Object.keys(DOCS_ASSETS).map((name) => `/docs/${name}`)
  const pages = ['/docs', '/docs/admin', '/docs/../__admin/console']
  expect(addresses(page).toSorted()).toEqual([...assets, ...pages, 'data:,'].toSorted())
  expect(addresses(docsPage('/x.json', '/below/docs'))).toContain('/below/docs/swagger-ui.css')
})

test('its policy lets the browser call nobody else, and run its own script', () => {
  const policy = /Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.split('; ')
  const script = /<script>(.*)<\/script>/s.exec(page)?.[1] ?? ''
  expect(policy).toContain(`default-src 'none'`)
  expect(policy?.join(' ')).not.toMatch(/https?:|\*|unsafe-eval/)
  expect(policy).toContain(
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  expect(page).not.toMatch(/https?:/)
})

test('an odd address cannot leave the script', () => {
  expect(docsPage('/</script><script>alert(1)').match(/<\/script>/g)).toHaveLength(2)
})

test('its assets are there and the style sheet loads nothing', () => {
  const contents = Object.values(DOCS_ASSETS).map((path) => readFileSync(path, 'utf8'))
  expect(contents.map(({ length }) => length > 100_000)).toEqual([true, true])
  const loaded = [...contents[0]!.matchAll(/url\(["']?([^)"']{0,40})|@import/g)].map((match) => match[1])
  expect(loaded.filter((url) => !url?.startsWith('data:'))).toEqual([])
})
