/** Bytes of documents that were asked for last: viewers fetch a document in several ranges. */
export class ByteCache {
  readonly #entries = new Map<object, Promise<Buffer>>()
  readonly #size: number

  /** @param size how many documents it keeps */
  constructor(size: number) {
    this.#size = size
  }

  /** The bytes of a record, which is replaced whole when it changes; rendered once while it is kept. */
  get(record: object, render: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = this.#entries.get(record) ?? render()
    this.#entries.delete(record)
    this.#entries.set(record, bytes)
    bytes.catch(() => this.#entries.delete(record))
    const [oldest] = this.#entries.keys()
    if (oldest && this.#entries.size > this.#size) this.#entries.delete(oldest)
    return bytes
  }
}
