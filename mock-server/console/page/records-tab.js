import { PagedRows } from './paged-rows.js'
import { Panel } from './panel.js'
import { tell } from './told.js'

/** Requests that change what lists of invoices and orders show. */
const WRITES = new Set(['createInvoice', 'regenerateInvoice'])

/**
 * The records of a store, a page at a time, and one of them.
 * @template Row
 */
export class RecordsTab extends Panel {
  static properties = { route: { attribute: false }, words: { state: true }, version: { state: true } }

  constructor() {
    super()
    /** @type {string[]} What the address says: the store first. */
    this.route = []
    this.words = ''
    this.version = 0
    /** @type {PagedRows<Row> | null} */
    this.rows = null
    this.asked = ''
  }

  anew = () => void this.version++

  hears = {
    state: this.anew,
    request: (/** @type {Event} */ event) => {
      const { operation, answer } = /** @type {CustomEvent} */ (event).detail
      if (WRITES.has(operation) && answer.status < 300) this.anew()
    },
  }

  /** What the rows are of: as long as it stays, a list is scrolled as it was. */
  get subject() {
    return this.asked.replace(/ \d+$/, '')
  }

  /**
   * The rows of what is asked for, as long as nothing was changed.
   * @param {string} path with its query
   * @param {(query: string) => Promise<{ records: Row[], total: number }>} load
   */
  rowsOf(path, load) {
    const asked = `${path} ${this.version}`
    if (this.rows && this.asked === asked) return this.rows
    this.asked = asked
    this.rows = new PagedRows(load, (error) => {
      if (error instanceof Error) tell(error.message, 'failed')
      this.requestUpdate()
    })
    return this.rows
  }
}
