import { deflateSync } from 'node:zlib'
import { readJpeg, type Jpeg } from './jpeg.ts'
import type { Pixels, Size } from './png-pixels.ts'
import { readPng } from './png.ts'
import { remembered } from './remembered.ts'

/** A picture that documents can embed; size in pixels, as it is shown. */
export interface Picture extends Size {
  /** What pdfkit draws in one document. */
  embeddable(): PDFKit.Embeddable
}

/** Nothing is gained by more: the largest logo is 240 points wide. */
const MOST_PIXELS = 8_000_000
const REMEMBERED_PICTURES = 8

/**
 * Reads a PNG or JPEG `data:` URI; null for anything else, also for a picture that is broken or too large. pdfkit would
 * decode a PNG in the background, where a broken one ends the process: it is given pixels that are decoded already.
 */
export const readImage = remembered(REMEMBERED_PICTURES, (uri: string): Picture | null => {
  const base64 = /^data:image\/(?:png|jpe?g);base64,(.*)$/is.exec(uri)?.[1]
  if (!base64) return null
  const bytes = Buffer.from(base64, 'base64')
  const png = readPng(bytes, MOST_PIXELS)
  if (png) return ofPixels(png)
  const jpeg = readJpeg(bytes, MOST_PIXELS)
  return jpeg && ofJpeg(jpeg)
})

function ofPixels({ width, height, rgb, alpha }: Pixels): Picture {
  const colours = deflateSync(rgb)
  const opacity = alpha && deflateSync(alpha)
  return {
    width,
    height,
    embeddable: () => ({
      width,
      height,
      label: LABEL,
      orientation: 1,
      embed(doc) {
        const size = { Width: width, Height: height, BitsPerComponent: 8, Filter: 'FlateDecode' }
        const mask = opacity && image(doc, { ...size, ColorSpace: 'DeviceGray' }, opacity)
        this.obj = image(doc, { ...size, ColorSpace: 'DeviceRGB', ...(mask && { SMask: mask }) }, colours)
      },
    }),
  }
}

const COLOUR_SPACES = new Map([
  [1, 'DeviceGray'],
  [3, 'DeviceRGB'],
  [4, 'DeviceCMYK'],
])

/** Programs that write the inks of printing write them inverted. */
const INVERTED = [1, 0, 1, 0, 1, 0, 1, 0]

function ofJpeg({ width, height, channels, orientation, bytes }: Jpeg): Picture {
  const upright = orientation <= 4 ? { width, height } : { width: height, height: width }
  return {
    ...upright,
    embeddable: () => ({
      width,
      height,
      label: LABEL,
      orientation,
      embed(doc) {
        const size = { Width: width, Height: height, BitsPerComponent: 8, Filter: 'DCTDecode' }
        const inks = channels === 4 ? { Decode: INVERTED } : {}
        this.obj = image(doc, { ...size, ...inks, ColorSpace: COLOUR_SPACES.get(channels) }, bytes)
      },
    }),
  }
}

/** A document has one picture. */
const LABEL = 'Logo'

function image(doc: PDFKit.PDFDocument, dictionary: object, bytes: Buffer): PDFKit.PDFKitReference {
  const reference = doc.ref({ Type: 'XObject', Subtype: 'Image', ...dictionary })
  reference.end(bytes)
  return reference
}
