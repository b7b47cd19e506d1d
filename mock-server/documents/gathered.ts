/**
 * Answers the bytes of a document once it has ended, gathered as text until then. pdfkit by itself makes bytes of each line that it writes,
 * and of each a chunk of a stream: a quarter of the time that long documents take. To be called before there are pages.
 */
export function gathered(doc: PDFKit.PDFDocument): () => Buffer {
  const written = new Gathering()
  const head: Buffer = doc.read() // what its constructor wrote
  written.add(head)
  Object.defineProperties(doc, {
    _write: { value: (data: string | Uint8Array) => written.add(data) },
    _offset: { get: () => written.length },
  })
  doc.on('pageAdded', () => gatherContent(doc.page.content))
  return () => written.bytes()
}

/** The content of a page, handed over when the page ends. */
function gatherContent(content: PDFKit.PDFKitReference): void {
  const { write, end } = content
  const operators = new Gathering()
  Object.assign(content, {
    write: (data: string) => operators.add(data),
    end() {
      Object.assign(content, { write })
      end.call(content, operators.bytes())
    },
  })
}

/** Lines of text, and bytes, one behind the other. */
class Gathering {
  /** Bytes so far. */
  length = 0
  readonly #parts: Uint8Array[] = []
  #text = ''

  add(data: string | Uint8Array): void {
    if (typeof data === 'string') {
      this.#text += `${data}\n`
      this.length += data.length + 1
    } else {
      this.#parts.push(this.#taken(), data)
      this.length += data.length
    }
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#parts, this.#taken()])
  }

  #taken(): Buffer {
    const taken = Buffer.from(this.#text, 'latin1')
    this.#text = ''
    return taken
  }
}
