import { hostname } from 'node:os'
import { getSystemErrorMap } from 'node:util'
import type { Holder } from './holder.ts'
import { isSystemError } from './system-error.ts'

/**
 * Something could not be saved. When a write met it, the database stays failed until a restart: memory
 * may by then be ahead of what is on disk. The message is for people.
 */
export class DatabaseFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatabaseFailure'
  }
}

/** A directory does not take what is to be saved in it. */
export class DirectoryFailure extends DatabaseFailure {
  constructor(
    directory: string,
    cause: unknown,
    consequence = 'Everything answered before is safe, but nothing is saved any more: mend the cause and restart.',
  ) {
    super(`The data could not be saved in ${directory}: ${reasonOf(cause)}. ${consequence}`, cause)
  }
}

/** The database was not opened, and what is in it was left as it is. The message says what to do. */
export class DatabaseRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The same of a directory. */
export class DirectoryRefused extends DatabaseRefused {
  constructor(directory: string, reason: string, options?: ErrorOptions) {
    super(`The data directory ${directory} ${reason}`, options)
  }
}

/** Another open database, of this process or another, has the directory; `holder` is null when it did not say who it is. */
export class DatabaseInUse extends DirectoryRefused {
  readonly holder: Holder | null

  constructor(directory: string, holder: Holder | null) {
    super(directory, `is in use by ${nameOf(holder)}. End it, or choose another directory.`)
    this.holder = holder
  }
}

/** A process of another container is known there by another number. */
function nameOf(holder: Holder | null): string {
  if (holder === null) return 'another process'
  const place = holder.host === hostname() ? '' : ` on ${holder.host}`
  return `process ${holder.pid}${holder.isThisProcess ? ' (this one)' : place}`
}

/** A later version of this software wrote the directory. */
export class DatabaseTooNew extends DirectoryRefused {
  constructor(directory: string, found: number, known: number) {
    super(
      directory,
      `has format version ${found}, and this version reads none above ${known}. ` +
        'It was left unchanged: open it with a newer version, or choose another directory.',
    )
  }
}

/** Another process filled a database that was new before this one could. */
export class FilledMeanwhile extends Error {
  constructor() {
    super('Another process filled the database first')
    this.name = 'FilledMeanwhile'
  }
}

/**
 * The content that a change was meant for was replaced, or its store dropped, before the change came. Nothing of it
 * was made. The message is for people.
 */
export class ContentGone extends Error {
  constructor() {
    super(
      'The data was reset or restored, or its store dropped, while this request came in. Nothing of it was done: send it again.',
    )
    this.name = 'ContentGone'
  }
}

/** What is in the directory is not what was written there, other than by a last write that was cut short. */
export class DatabaseDamaged extends DirectoryRefused {
  constructor(directory: string, file: string, line: number | null, reason: string) {
    super(
      directory,
      `is damaged: ${file}${line === null ? '' : `, line ${line}`}: ${reason}. ` +
        'It was left unchanged: restore it from a copy, or move it away to begin with an empty one.',
    )
  }
}

/** The operating system does not let us use the directory. */
export class DatabaseUnusable extends DirectoryRefused {
  constructor(directory: string, cause: unknown) {
    super(directory, `cannot be used: ${reasonOf(cause)}. Choose another directory or mend this one.`, {
      cause,
    })
  }
}

/** What the system's own words leave to be guessed where a directory is wanted. */
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
}

function reasonOf(error: unknown): string {
  if (!isSystemError(error)) return String(error)
  const plain = PLAIN_WORDS[error.code ?? '']
  if (plain !== undefined) return `${plain} (${error.code})`
  const [, words] = getSystemErrorMap().get(error.errno ?? 0) ?? [error.code, error.message]
  return `${words} (${error.code})`
}
