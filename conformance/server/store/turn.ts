import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { ageOf, hasCode, textOf } from './file-facts.ts'
import type { RunFiles } from './ledger-files.ts'

/** What is done in a moment was not done by one who is still alive. */
const A_MOMENT_MS = 10_000

/**
 * One run at a time works on what a store has once: two that changed its settings would each put back what the other
 * one wrote. The file of the turn holds its holder's name; a holder that is over has lost it.
 */
export class Turn {
  readonly #files: RunFiles
  readonly #file: string

  constructor(files: RunFiles, deployment: string) {
    this.#files = files
    this.#file = files.turnFile(createHash('sha256').update(deployment).digest('hex').slice(0, 12))
  }

  /** Whether this run has the turn from now on. */
  async take(): Promise<boolean> {
    if (isCreated(this.#file, this.#files.run)) return true
    const holder = textOf(this.#file)
    if (holder !== null && (await this.#isLost(holder))) this.#free(holder)
    return false
  }

  release(): void {
    if (textOf(this.#file) === this.#files.run) rmSync(this.#file)
  }

  async #isLost(holder: string): Promise<boolean> {
    // The name follows right after the file.
    if (holder === '') return (ageOf(this.#file) ?? 0) > A_MOMENT_MS
    return this.#files.isOver(holder, [this.#file])
  }

  /** Of several that find the holder over one alone removes the file, lest it be that of a new holder. */
  #free(holder: string): void {
    const mark = `${this.#file}.${holder || 'nobody'}`
    if (!isCreated(mark, '')) {
      if ((ageOf(mark) ?? 0) > A_MOMENT_MS) rmSync(mark, { force: true })
      return
    }
    if (textOf(this.#file) === holder) rmSync(this.#file)
    rmSync(mark)
  }
}

/** Creates a file unless it is there. */
function isCreated(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}
