import { createRequire } from 'node:module'
import { delimiter } from 'node:path'
import { vendoredFile } from '../../schemas/vendored-file.ts'
import { openFace, type Face } from './face.ts'
import type { Features } from './shaped.ts'

/** Families that a template's `font_family` can name; the first is the default. */
export const FONT_FAMILIES = ['Noto Sans', 'Noto Serif', 'Inter', 'Noto Sans Mono'] as const
export type FontFamily = (typeof FONT_FAMILIES)[number]
export type Weight = 'regular' | 'bold'

interface FontFiles {
  regular: string
  bold: string
  features?: Features
}

const PACKAGES = '@expo-google-fonts'
const files = (folder: string, name: string): FontFiles => ({
  regular: `${PACKAGES}/${folder}/400Regular/${name}_400Regular.ttf`,
  bold: `${PACKAGES}/${folder}/600SemiBold/${name}_600SemiBold.ttf`,
})

const FAMILY_FILES: Record<FontFamily, FontFiles> = {
  'Noto Sans': files('noto-sans', 'NotoSans'),
  'Noto Serif': files('noto-serif', 'NotoSerif'),
  // Its digits differ in width unless asked otherwise; amounts stand below each other.
  Inter: { ...files('inter', 'Inter'), features: { tnum: true } },
  'Noto Sans Mono': files('noto-sans-mono', 'NotoSansMono'),
}

const SCRIPT_FILES = [files('vazirmatn', 'Vazirmatn'), files('noto-sans-hebrew', 'NotoSansHebrew')]

/** The files of all fonts that are brought along. */
export const SHIPPED_FONT_FILES = [...Object.values(FAMILY_FILES), ...SCRIPT_FILES].flatMap(
  ({ regular, bold }) => [regular, bold],
)

/** Whose forms Chinese characters have where several fonts draw them: Japan's, China's, Taiwan's or Korea's. */
export type Han = 'jp' | 'sc' | 'tc' | 'kr'

const HAN_FILES: Record<Han, FontFiles> = {
  jp: files('noto-sans-jp', 'NotoSansJP'),
  sc: files('noto-sans-sc', 'NotoSansSC'),
  tc: files('noto-sans-tc', 'NotoSansTC'),
  kr: files('noto-sans-kr', 'NotoSansKR'),
}

/** Used when the user has installed them, as are those above: too many to be brought along. */
const OPTIONAL_FILES = [
  files('noto-sans-thai', 'NotoSansThai'),
  files('noto-sans-armenian', 'NotoSansArmenian'),
  files('noto-sans-georgian', 'NotoSansGeorgian'),
  files('noto-sans-bengali', 'NotoSansBengali'),
  files('noto-sans-tamil', 'NotoSansTamil'),
]

/** Whose Chinese characters a locale writes. */
export function hanOf(locale: string): Han {
  const { language, script } = new Intl.Locale(locale).maximize()
  if (language === 'ko') return 'kr'
  if (language !== 'zh') return 'jp'
  return script === 'Hant' ? 'tc' : 'sc'
}

/** Names the paths of font files (TTF, OTF or TTC), one or several, for what the other fonts lack. */
export const EXTRA_FONT_VARIABLE = 'INVOICING_KIT_EXTRA_FONT'

const ALIASES = new Map<string, FontFamily>([
  ['sans-serif', 'Noto Sans'],
  ['open sans', 'Noto Sans'],
  ['lato', 'Noto Sans'],
  ['roboto', 'Inter'],
  ['helvetica', 'Inter'],
  ['helvetica neue', 'Inter'],
  ['arial', 'Inter'],
  ['system-ui', 'Inter'],
  ['serif', 'Noto Serif'],
  ['times', 'Noto Serif'],
  ['times new roman', 'Noto Serif'],
  ['georgia', 'Noto Serif'],
  ['garamond', 'Noto Serif'],
  ['monospace', 'Noto Sans Mono'],
  ['courier', 'Noto Sans Mono'],
  ['courier new', 'Noto Sans Mono'],
])

/** The family a template asks for: the first known name of a list as CSS writes it, else the default. */
export function fontFamily(wish: unknown): FontFamily {
  const names = String(wish ?? '')
    .split(',')
    .map((name) => name.replaceAll(/["']/g, '').trim().toLowerCase())
  const known = names.map((name) => FONT_FAMILIES.find((f) => f.toLowerCase() === name) ?? ALIASES.get(name))
  return known.find((family) => family !== undefined) ?? FONT_FAMILIES[0]
}

/** What text is set with; where it does not say whose Chinese characters, Japan's. */
export interface Typeface {
  family: FontFamily
  weight: Weight
  han?: Han
}

/** Chooses faces of one family, weight and locale; null where no font at hand draws what is asked for. */
export interface Choice {
  /** The face of a character. */
  one(codePoint: number): Face | null
  /** The first face that draws all of a word. */
  all(word: string): Face | null
}

const choices = new Map<string, Choice>()

/**
 * Chooses the face that draws a character: the family's own if it can, else one made for its script, else a font that
 * the user brought.
 */
export function facesOf({ family, weight, han = 'jp' }: Typeface): Choice {
  const key = `${family} ${weight} ${han}`
  const choice = choices.get(key) ?? choiceOf({ family, weight, han })
  choices.set(key, choice)
  return choice
}

function choiceOf(typeface: Required<Typeface>): Choice {
  const chosen = new Map<number, Face | null>()
  return {
    one(codePoint) {
      const known = chosen.get(codePoint)
      if (known !== undefined) return known
      const face = firstCovering([codePoint], candidates(typeface))
      chosen.set(codePoint, face)
      return face
    },
    all: (word) => firstCovering(codePointsOf(word), candidates(typeface)),
  }
}

const codePointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

function firstCovering(codePoints: readonly number[], faces: Iterable<Face | null>): Face | null {
  for (const face of faces) if (face && codePoints.every(face.covers)) return face
  return null
}

// A generator, so that no font is read before those in front of it have been found wanting.
function* candidates({ family, weight, han }: Required<Typeface>): Generator<Face | null> {
  yield shipped(FAMILY_FILES[family], weight)
  if (family !== FONT_FAMILIES[0]) yield shipped(FAMILY_FILES[FONT_FAMILIES[0]], weight)
  for (const script of SCRIPT_FILES) yield shipped(script, weight)
  for (const path of (process.env[EXTRA_FONT_VARIABLE] ?? '').split(delimiter)) yield fromPath(path)
  for (const optional of [HAN_FILES[han], ...Object.values(HAN_FILES), ...OPTIONAL_FILES])
    yield installed(optional, weight)
}

const require = createRequire(import.meta.url)
const opened = new Map<string, Face | null>()

function open(name: string, openIt: () => Face | null): Face | null {
  const known = opened.get(name)
  if (known !== undefined) return known
  const face = openIt()
  opened.set(name, face)
  return face
}

const shipped = (font: FontFiles, weight: Weight) =>
  open(font[weight], () => openFace(font[weight], vendoredFile(font[weight]), font.features))

const installed = (font: FontFiles, weight: Weight) =>
  open(font[weight], () => {
    const path = resolvedIfInstalled(font[weight])
    return path === null ? null : openFace(font[weight], path)
  })

function resolvedIfInstalled(module: string): string | null {
  try {
    return require.resolve(module)
  } catch {
    return null // the package is not installed
  }
}

/** A path that is wrong leaves the characters without a font, which the document says: it must never be unreadable. */
const fromPath = (path: string) =>
  path === ''
    ? null
    : open(path, () => {
        try {
          return openFace(path, path)
        } catch {
          return null
        }
      })
