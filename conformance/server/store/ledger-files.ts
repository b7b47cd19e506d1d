import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ageOf, isMissing, textOf } from './file-facts.ts'
import { addressOf, listening, pipeOf, refusalOf, TOO_LONG } from './run-socket.ts'

/** Every file of ours in the folder begins so; the run that it belongs to follows. */
const PREFIX = '.invoicing-kit-conformance'
/** What earlier versions kept for all runs: nobody is at work on it. */
const SHARED = `${PREFIX}.json`
const TURN = `${PREFIX}.turn-`
/** The run of what was left by one that ended. */
const NOBODY = 'over'
const OURS = new RegExp(`^\\${PREFIX}-(\\w+-\\w+)\\.`)

/** A run that began longer ago than this is over, where nothing else proves that it is at work or ended. */
export const OVER_MS = 2 * 3600 * 1000

/** A file of more bytes is written anew: only its last line counts. */
const MUCH = 64 * 1024

/** A ledger holds former values of orders, which are personal data. */
const OWNER_ONLY = 0o600

/**
 * One run among those that share a folder. While it is at work it listens on a socket file there, which the operating
 * system ends with its process, however that dies: it is seen through every container that shares the folder, and no
 * process id has to be trusted that another process may have by now. Where that can't be, time decides.
 */
export class RunFiles {
  readonly #folder: string
  /** Names this run. */
  readonly run = `${machine()}-${randomBytes(6).toString('hex')}`
  #claims = 0
  #noted = 0
  #server: Server | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file of this run. */
  get own(): string {
    return this.#path(this.run, 'json')
  }

  /** Shows the other runs that this one is at work. */
  async open(): Promise<void> {
    if (process.platform === 'win32') this.#server = await listening(pipeOf(this.run))
    else {
      const temporary = this.#path(this.run, 'new')
      this.#server = await listening(addressOf(temporary))
      // A socket that is there but not yet listened to would look like that of a dead run.
      if (this.#server) renameSync(temporary, this.#path(this.run, 'sock'))
    }
  }

  close(): void {
    this.#server?.close()
    rmSync(this.#path(this.run, 'sock'), { force: true })
  }

  /** Adds a line to the file of this run, which supersedes those before it: to write it whole each time took a tenth of a run. */
  note(line: string): void {
    this.#noted += line.length
    if (this.#noted <= MUCH) return appendFileSync(this.own, `${line}\n`, { mode: OWNER_ONLY })
    this.#noted = line.length
    this.write(this.own, `${line}\n`)
  }

  /** Writes a file whole or not at all. */
  write(file: string, text: string): void {
    const temporary = this.#path(this.run, 'tmp')
    writeFileSync(temporary, text, { mode: OWNER_ONLY })
    renameSync(temporary, file)
  }

  /** The file that holds the name of the run whose turn it is. */
  turnFile(turn: string): string {
    return this.#in(`${TURN}${turn}`)
  }

  /** A name for what any next run may take over. */
  leftOver(): string {
    return this.#path(`${NOBODY}-${randomBytes(6).toString('hex')}`, 'json')
  }

  /** Files of runs that are over, the oldest first. */
  async left(): Promise<string[]> {
    const over: string[] = []
    for (const [run, names] of this.#runs()) if (await this.isOver(run, this.#all(names))) over.push(...names)
    const files = [SHARED, ...over.filter((name) => name.endsWith('.json'))].map((name) => this.#in(name))
    return files.filter((file) => ageOf(file) !== null).toSorted((a, b) => (ageOf(b) ?? 0) - (ageOf(a) ?? 0))
  }

  /** Takes a file of a run that is over, unless another run was quicker: then null. Answers its new name. */
  claim(file: string): string | null {
    const claimed = this.#path(this.run, `${++this.#claims}.json`)
    try {
      renameSync(file, claimed)
      return claimed
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Removes the sockets of runs that are over and have left nothing to undo. */
  async tidy(): Promise<void> {
    for (const [run, names] of this.#runs()) {
      const isEmpty = !names.some((name) => name.endsWith('.json'))
      if (isEmpty && !this.#turns().includes(run) && (await this.isOver(run, this.#all(names))))
        for (const file of this.#all(names)) rmSync(file, { force: true })
    }
  }

  /** The runs that have a turn: the sockets of dead ones prove that they have lost it. */
  #turns(): string[] {
    const files = this.#all(readdirSync(this.#folder).filter((name) => name.startsWith(TURN)))
    return files.flatMap((file) => textOf(file) ?? [])
  }

  /** The files of the other runs. */
  #runs(): Map<string, string[]> {
    const runs = new Map<string, string[]>()
    for (const name of readdirSync(this.#folder)) {
      const run = OURS.exec(name)?.[1]
      if (run !== undefined && run !== this.run) runs.set(run, [...(runs.get(run) ?? []), name])
    }
    return runs
  }

  /** @param files what is there of that run */
  async isOver(run: string, files: readonly string[]): Promise<boolean> {
    if (run.startsWith(`${NOBODY}-`)) return true
    const known = run.startsWith(`${machine()}-`) ? await this.#isListening(run) : null
    if (known !== null) return !known
    return files.every((file) => (ageOf(file) ?? Infinity) > OVER_MS)
  }

  /** null where nothing tells. */
  async #isListening(run: string): Promise<boolean | null> {
    const isPipe = process.platform === 'win32'
    const code = await refusalOf(isPipe ? pipeOf(run) : addressOf(this.#path(run, 'sock')))
    if (code === (isPipe ? 'ENOENT' : 'ECONNREFUSED')) return false
    return code === 'ENOENT' || code === TOO_LONG ? null : true
  }

  #path(run: string, ending: string): string {
    return this.#in(`${PREFIX}-${run}.${ending}`)
  }

  #all(names: readonly string[]): string[] {
    return names.map((name) => this.#in(name))
  }

  #in(name: string): string {
    return join(this.#folder, name)
  }
}

let known: string | undefined
/** Names the kernel that keeps our sockets: containers of one machine share it, another machine has another. */
function machine(): string {
  known ??= createHash('sha256').update(bootId()).digest('hex').slice(0, 8)
  return known
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
  } catch {
    return hostname()
  }
}
