import type { Elsewhere } from '../interface.ts'
import { load } from './load.ts'
import { SYSTEM } from './log.ts'
import type { Memory } from './memory.ts'
import type { Server } from './server.ts'

/** Who misses so many stores one after the other wants all of them. */
const MANY_MISSED = 3
const AT_ONCE = 3

/** Brings stores into memory, each once however many ask for it, and tells what is not there any more. */
export class Bringing {
  readonly #server: Server
  readonly #memory: Memory
  readonly #tell: (elsewhere: Elsewhere) => void
  readonly #loading = new Map<number, Promise<void>>()

  constructor(server: Server, memory: Memory, tell: (elsewhere: Elsewhere) => void) {
    this.#server = server
    this.#memory = memory
    this.#tell = tell
  }

  /** What belongs to the whole system. */
  async system(): Promise<void> {
    const log = await load(this.#server, SYSTEM, this.#memory.mayChange)
    if (log) this.#memory.hold(log)
    this.#memory.takeForgotten()
    this.#tell({ all: true, system: true, stores: [] })
  }

  /** @param system whether what belongs to the whole system may be another than it was, too */
  tellOfForgotten(system: boolean): void {
    const stores = this.#memory.takeForgotten()
    if (!this.#memory.hasSystem) return
    if (system || stores.length > 0) this.#tell({ all: false, system, stores })
  }

  /** A store; or all there are, when whoever asks for it has `missed` many already. */
  async bring(store: number, missed: number): Promise<void> {
    const wanted = (missed < MANY_MISSED ? [store] : this.#allMissing()).values()
    const lane = async () => {
      for (const each of wanted) await this.#once(each)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

  #allMissing(): number[] {
    const records = this.#memory.of(SYSTEM).log.table('stores')
    return [...records.keys()].map(Number).filter((store) => !this.#memory.find(store))
  }

  #once(store: number): Promise<void> {
    const loading = this.#loading.get(store) ?? this.#load(store).finally(() => this.#loading.delete(store))
    this.#loading.set(store, loading)
    return loading
  }

  async #load(store: number): Promise<void> {
    const log = await load(this.#server, store, this.#memory.mayChange)
    // Who asked for one that is not there knows less than there is.
    if (!log) this.#memory.isOld = true
    else if (!this.#memory.find(store)) this.#memory.hold(log)
  }
}
