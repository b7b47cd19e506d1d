/** Records a page. */
export const PER_PAGE = 100

/**
 * The records of a list of any length, of which the pages in sight are asked for, one at a time, what was last looked at first.
 * @template T
 */
export class PagedRows {
  /** How many there are; null as long as nobody knows. @type {number | null} */
  total = null
  /** @type {Map<number, T[]>} */
  #pages = new Map()
  /** @type {number[]} Pages that are waited for, the last one first to be asked for. */
  #wanted = [1]
  #busy = false

  /**
   * @param {(query: string) => Promise<{ records: T[], total: number }>} load asks for `page=2&per_page=100`
   * @param {(error?: unknown) => void} changed told of each page that came, or did not
   */
  constructor(load, changed) {
    this.load = load
    this.changed = changed
    void this.#next()
  }

  /**
   * The record at a place; undefined as long as it has not come.
   * @param {number} index
   */
  at(index) {
    const page = Math.floor(index / PER_PAGE) + 1
    const records = this.#pages.get(page)
    if (!records) this.#want(page)
    return records?.[index % PER_PAGE]
  }

  /** @param {number} page */
  #want(page) {
    if (this.#wanted.includes(page)) return
    // What was scrolled over is wanted no more.
    this.#wanted = [...this.#wanted.slice(-2), page]
    void this.#next()
  }

  async #next() {
    const page = this.#wanted.at(-1)
    if (this.#busy || page === undefined) return
    this.#busy = true
    try {
      const { records, total } = await this.load(`page=${page}&per_page=${PER_PAGE}`)
      this.#pages.set(page, records)
      this.total = total
      this.changed()
    } catch (error) {
      this.#pages.set(page, [])
      this.total ??= 0
      this.changed(error)
    }
    this.#wanted = this.#wanted.filter((each) => each !== page)
    this.#busy = false
    void this.#next()
  }
}
