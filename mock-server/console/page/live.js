/** @import { Health, Seen, ShownClock, ShownStore } from '../../../schemas/types.ts' */
import { admin, Problem } from './admin-api.js'
import { listen } from './event-stream.js'

/**
 * A request without the two bodies, which are asked for when it is looked at.
 * @typedef {Omit<Seen, 'body' | 'truncated' | 'answer'> & { answer: Omit<Seen['answer'], 'body' | 'truncated'> }} SeenLine
 */

/** How many requests are asked for at once. */
const CHUNK = 500

/** So often the clock is drawn anew, in milliseconds. */
const TICK_MS = 10_000

/** More are not kept here, whatever the mock keeps. */
const MOST = 20_000

/**
 * What the page knows of the mock, kept true by its events. Tells `change` once a frame, and each event of the mock by its name.
 */
class Live extends EventTarget {
  /** @type {SeenLine[]} The oldest first. */
  requests = []
  /** Counts those that came since the page was opened, so that a list can stay where it is. */
  arrived = 0
  /** Number of the last one that came before. */
  before = 0
  /** Whether it is still being asked for those that came before. */
  loading = true
  /** Operations of all of them. @type {Set<string>} */
  operations = new Set()
  /** @type {ShownStore[]} */
  stores = []
  /** @type {ShownClock | null} The mock's, as it stood when it was asked for. */
  clock = null
  #asked = 0
  /** @type {Health | null} */
  health = null
  /** Path of the API. */
  api = ''
  connected = false
  /** What the page cannot show, in a sentence. */
  trouble = ''
  #isTold = true
  #wasCut = false

  /** @throws {Problem} 401 where the mock wants a token */
  async start() {
    await this.refresh()
    const answer = await fetch('/', { headers: { accept: 'application/json' } })
    this.api = new URL((await answer.json()).api).pathname
    setInterval(() => this.tell(), TICK_MS)
    // What is asked for from now on misses nothing: whatever comes after is told.
    await new Promise((resolve) => {
      void listen({
        hear: (event) => this.#hear(event),
        connected: (connected) => {
          if (connected && this.#wasCut) this.#anew()
          this.#wasCut = !connected
          this.connected = connected
          resolve(connected)
          this.tell()
        },
      })
    })
    void this.loadRequests()
  }

  /** The mock may have been started anew, and count from one again. */
  #anew() {
    void this.refresh().catch(() => {})
    void this.loadRequests()
    this.dispatchEvent(new CustomEvent('state', { detail: {} }))
  }

  /** What stands beside the requests. */
  async refresh() {
    const [health, clock, { stores }] = await Promise.all([
      /** @type {Promise<Health>} */ (admin('GET', '/health')),
      /** @type {Promise<ShownClock>} */ (admin('GET', '/clock')),
      /** @type {Promise<{ stores: ShownStore[] }>} */ (admin('GET', '/stores')),
    ])
    Object.assign(this, { health, clock, stores })
    this.#asked = performance.now()
    this.tell()
  }

  /** What the mock's clock shows now, ISO 8601; empty as long as nobody knows. */
  get now() {
    if (!this.clock) return ''
    const gone = this.clock.frozen ? 0 : performance.now() - this.#asked
    return new Date(Date.parse(this.clock.now) + gone).toISOString()
  }

  /** All that the journal has, the newest first. */
  async loadRequests() {
    Object.assign(this, { requests: [], arrived: 0, trouble: '', loading: true })
    try {
      for (let page = await linesBefore(); page.length > 0; page = await linesBefore(page[0]?.seq))
        this.#merge(page)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      this.trouble = error.message
    } finally {
      this.loading = false
    }
    this.tell()
  }

  async clearRequests() {
    await admin('DELETE', '/requests')
    this.requests = []
    this.tell()
  }

  /** @param {string} name */
  storeNamed(name) {
    return this.stores.find((store) => store.name === name)
  }

  /** Tells whoever shows something, once a frame. */
  tell() {
    if (!this.#isTold) return
    this.#isTold = false
    requestAnimationFrame(() => {
      this.#isTold = true
      this.dispatchEvent(new Event('change'))
    })
  }

  /** @param {SeenLine[]} page */
  #merge(page) {
    const known = new Set(this.requests.map(({ seq }) => seq))
    const all = [...page.filter(({ seq }) => !known.has(seq)), ...this.requests]
    this.requests = all.toSorted((one, other) => one.seq - other.seq).slice(-MOST)
    for (const { operation } of page) this.operations.add(operation ?? 'none')
    this.tell()
  }

  /** @param {import('./event-stream.js').ServerEvent} event */
  #hear({ type, data }) {
    if (type === 'request') this.#add(data)
    else if (type === 'missed') void this.loadRequests()
    else if (type === 'state' || type === 'clock') void this.refresh().catch(() => {})
    this.dispatchEvent(new CustomEvent(type, { detail: data }))
  }

  /** @param {SeenLine} line */
  #add(line) {
    if ((this.requests.at(-1)?.seq ?? 0) >= line.seq) return
    if (this.arrived === 0) this.before = line.seq - 1
    this.requests.push(line)
    this.operations.add(line.operation ?? 'none')
    this.arrived++
    if (this.requests.length > MOST) this.requests.splice(0, CHUNK)
    this.tell()
  }
}

/**
 * The latest, or those that came before one.
 * @param {number} [seq]
 * @returns {Promise<SeenLine[]>}
 */
async function linesBefore(seq) {
  if (seq === undefined) return lines(`limit=${CHUNK}`)
  const after = Math.max(0, seq - 1 - CHUNK)
  return seq <= 1 ? [] : (await lines(`after=${after}&limit=${CHUNK}`)).filter((line) => line.seq < seq)
}

/**
 * @param {string} query
 * @returns {Promise<SeenLine[]>}
 */
async function lines(query) {
  /** @type {{ requests: SeenLine[] }} */
  const { requests } = await admin('GET', `/requests?bodies=false&${query}`)
  return requests
}

export const live = new Live()
