import type { Exchange } from './exchange.ts'

/** True for a page in HTML, as a web site or a gateway serves it. */
export const isPage = ({ response: { json, text } }: Exchange): boolean =>
  json === undefined && /^\s*(?:<!--[^]*?-->\s*)?<(?:!doctype html|html)\b/i.test(text.slice(0, 2000))
