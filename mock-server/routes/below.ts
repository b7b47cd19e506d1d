/** What a request asks for below a base path. */
export interface Asked {
  /** As it was sent, percent escapes and all; `/` for the base path itself. */
  readonly path: string
  /** The query as it was sent, without its question mark. */
  readonly search: string
}

/** What a URL asks for below a base path; null where it lies elsewhere. */
export function below(base: string, url: string): Asked | null {
  const target = url.startsWith('/') ? url : withoutOrigin(url)
  const next = target.startsWith(base) ? target.charAt(base.length) : null
  if (next === null || !'/?#'.includes(next)) return null
  const [path = '', search = ''] = withoutFragment(target.slice(base.length)).split(/\?(.*)/s)
  return { path: path || '/', search }
}

/** Proxies are sent the whole of an address (RFC 9112, section 3.2.2). */
const withoutOrigin = (url: string): string => url.replace(/^https?:\/\/[^/?#]*/i, '')

/** No client should send one. */
const withoutFragment = (url: string): string => (url.includes('#') ? url.slice(0, url.indexOf('#')) : url)
