import { extractText, getDocumentProxy } from 'unpdf'

/** A piece of text as a reader of the PDF finds it; points from the lower left corner of the page. */
export interface PlacedText {
  text: string
  x: number
  y: number
  width: number
  size: number
}

/** The texts of each page of a PDF. */
export async function placedTexts(pdf: Buffer): Promise<PlacedText[][]> {
  const read = await getDocumentProxy(new Uint8Array(pdf))
  const pages: PlacedText[][] = []
  for (let n = 1; n <= read.numPages; n += 1) {
    const { items } = await (await read.getPage(n)).getTextContent()
    pages.push(
      items.flatMap((item: object) => (isPiece(item) && item.str.trim() !== '' ? [placed(item)] : [])),
    )
  }
  return pages
}

interface Piece {
  str: string
  transform: unknown[]
  width: number
}

const isPiece = (item: object): item is Piece => 'str' in item

function placed({ str, transform, width }: Piece): PlacedText {
  const [size = 0, , , , x = 0, y = 0] = transform.map(Number)
  return { text: str, x, y, width, size }
}

/** All text of a PDF, as a reader finds it. */
export const wholeText = async (pdf: Buffer): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text
