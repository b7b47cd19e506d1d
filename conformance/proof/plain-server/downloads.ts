import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Answers } from './answers.ts'
import type { Reply } from './refusal.ts'
import type { Store, StoredDocument, World } from './store.ts'

const FILES = '/files'
const OPEN = '/open'

function filesPath(answers: Answers): string {
  return answers.pdfPlace === 'api path' ? `${answers.basePath}/documents` : FILES
}

/** A signed URL of a document, absolute. */
export function downloadUrl(world: World, store: Store, document: StoredDocument): string {
  world.downloads.set(document.id, { store, document })
  const { pdfPlace, pdfLifetimeSeconds: lifetime } = world.answers
  const expires = lifetime === null ? 0 : Math.ceil(Date.now() / 1000) + lifetime
  if (pdfPlace === 'redirect') return world.origins.api + signed(world, OPEN, document.id, expires)
  return fileUrl(world, document.id, expires)
}

function fileUrl(world: World, id: string, expires: number): string {
  return world.origins.files + signed(world, filesPath(world.answers), id, expires)
}

function signature(world: World, prefix: string, id: string, expires: string): string {
  const digest = createHmac('sha256', world.secret).update([prefix, id, expires].join('|')).digest()
  return ENCODED[world.answers.pdfSignature](digest)
}

const ENCODED: Record<Answers['pdfSignature'], (digest: Buffer) => string> = {
  query: (digest) => digest.toString('hex'),
  path: (digest) => digest.toString('base64url'),
  colons: (digest) => digest.toString('base64url'),
  padded: (digest) =>
    digest.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~'),
}

function signed(world: World, prefix: string, id: string, expires: number): string {
  const mark = signature(world, prefix, id, String(expires))
  if (world.answers.pdfSignature === 'path') return `${prefix}/${mark}/${expires}/${id}.pdf`
  if (world.answers.pdfSignature === 'colons') return `${prefix}/${id}:${expires}:${mark}/`
  return `${prefix}/${id}.pdf?expires=${expires}&signature=${mark}`
}

interface Ticket {
  id: string
  expires: string
  mark: string
}

function ticketOf(world: World, rest: string, query: URLSearchParams): Ticket | undefined {
  if (world.answers.pdfSignature === 'path') {
    const [, mark, expires, id] = /^\/([\w-]+)\/(\d+)\/(\d+)\.pdf$/.exec(rest) ?? []
    return mark && expires && id ? { id, expires, mark } : undefined
  }
  if (world.answers.pdfSignature === 'colons') {
    const [, id, expires, mark] = /^\/(\d+):(\d+):([\w-]+)\/$/.exec(decodeURIComponent(rest)) ?? []
    return mark && expires && id ? { id, expires, mark } : undefined
  }
  const [, id] = /^\/(\d+)\.pdf$/.exec(rest) ?? []
  return id ? { id, expires: query.get('expires') ?? '', mark: query.get('signature') ?? '' } : undefined
}

function holds(world: World, prefix: string, { id, expires, mark }: Ticket): boolean {
  const read = DECODED[world.answers.pdfSignature]
  const given = read(mark)
  const right = read(signature(world, prefix, id, expires))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  return expires === '0' || Number(expires) * 1000 > Date.now()
}

/** What is compared: the text, or the bytes that it stands for, of which its last character has not all. */
const DECODED: Record<Answers['pdfSignature'], (mark: string) => Buffer> = {
  query: (mark) => Buffer.from(mark),
  path: (mark) => Buffer.from(mark),
  colons: (mark) => Buffer.from(mark),
  padded: (mark) =>
    Buffer.from(mark.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64'),
}

/** The answer to a download URL; undefined for paths that are none. */
export function downloadReply(world: World, path: string, query: URLSearchParams): Reply | undefined {
  const prefix = [filesPath(world.answers), OPEN].find((start) => path.startsWith(`${start}/`))
  if (prefix === undefined) return undefined
  const ticket = ticketOf(world, path.slice(prefix.length), query)
  const download = ticket && holds(world, prefix, ticket) ? world.downloads.get(ticket.id) : undefined
  if (!ticket || !download) return { status: world.answers.badSignatureStatus, body: { error: 'bad link' } }
  if (prefix === OPEN) {
    return { status: 302, headers: { Location: fileUrl(world, ticket.id, Number(ticket.expires)) } }
  }
  return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: bytesOf(world, download) }
}

function bytesOf(world: World, { store, document }: { store: Store; document: StoredDocument }): Buffer {
  const newest = world.answers.oldUrls === 'newest' ? store.documents.get(document.key) : undefined
  return (newest ?? document).bytes
}
