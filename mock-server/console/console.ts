import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { Router, type RequestHandler } from 'express'
import { hashOf } from '../../schemas/printing/page.ts'
import { consoleHtml, importMap } from './console-html.ts'

/** The page's own files, which the browser runs as they are. */
const PAGE = fileURLToPath(new URL('./page', import.meta.url))

/** The packages that the page imports, each found from the one before it, as a package manager may hide those below. */
const LIBRARIES = ['lit', 'lit-element', 'lit-html', '@lit/reactive-element']

/**
 * The console: a page that shows and steers a mock by its admin API. What is served here tells nothing of the mock, so
 * it asks for no token; the page does.
 */
export function consoleFiles(): Router {
  const router = Router()
  router.get('/', (request, response) => {
    const map = importMap(LIBRARIES, request.baseUrl)
    response.set(headersWith(map)).type('html').send(consoleHtml(request.baseUrl, map))
  })
  for (const [name, folder] of foldersOf(LIBRARIES)) router.use(`/lib/${name}`, filesOf(folder))
  return router.use(filesOf(PAGE))
}

/** Nothing comes from elsewhere, is written into the page, or evaluated; texts become elements in lit alone. */
const headersWith = (script: string) => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self' ${hashOf(script)}`,
    `style-src 'self'`,
    `connect-src 'self'`,
    `frame-src 'self'`,
    `img-src 'self' data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html`,
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})

/** The kit may be installed below a folder whose name begins with a dot. */
const filesOf = (folder: string): RequestHandler =>
  express.static(folder, { dotfiles: 'allow', index: false, redirect: false, cacheControl: false })

function foldersOf(names: readonly string[]): [name: string, folder: string][] {
  let from = import.meta.url
  return names.map((name) => {
    const file = createRequire(from).resolve(name)
    from = file
    const inside = `${sep}${name.replace('/', sep)}${sep}`
    return [
      name,
      file.slice(0, file.lastIndexOf(`node_modules${inside}`) + 'node_modules'.length + inside.length),
    ]
  })
}
