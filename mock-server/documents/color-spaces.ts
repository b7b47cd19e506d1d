/** Three numbers of a colour space. */
type Triple = readonly [number, number, number]

/** Red, green and blue from 0 to 255; what a screen cannot show may lie beside. */
export type Channels = Triple

const WHITE = 255

/** How three numbers of a space are read. */
export interface Space {
  /** What 100% stands for. */
  readonly whole: readonly [number, number, number | 'hue']
  readonly read: (numbers: Triple) => Channels
}

/** From 0 to 1. */
const light = (read: Space['read']): Space => ({ whole: [1, 1, 1], read })

/** The functions of CSS Color 4 for what people see, and color(), the space in its name, for what devices show. */
export const SPACES: Readonly<Record<string, Space>> = {
  lab: { whole: [100, 125, 125], read: (lab) => shown(ofXyz50(xyzOfLab(lab))) },
  lch: { whole: [100, 150, 'hue'], read: (lch) => shown(ofXyz50(xyzOfLab(ofPolar(lch)))) },
  oklab: { whole: [1, 0.4, 0.4], read: (lab) => shown(ofOklab(lab)) },
  oklch: { whole: [1, 0.4, 'hue'], read: (lch) => shown(ofOklab(ofPolar(lch))) },
  'color-srgb': light((rgb) => each(rgb, (value) => value * WHITE)),
  'color-srgb-linear': light((rgb) => shown(rgb)),
  'color-display-p3': light((rgb) => shown(ofXyz(times(P3_TO_XYZ, each(rgb, linear))))),
  'color-xyz': light((xyz) => shown(ofXyz(xyz))),
  'color-xyz-d65': light((xyz) => shown(ofXyz(xyz))),
  'color-xyz-d50': light((xyz) => shown(ofXyz50(xyz))),
}

type Matrix = readonly [Triple, Triple, Triple]

const each = ([a, b, c]: Triple, change: (value: number) => number): Triple => [
  change(a),
  change(b),
  change(c),
]

const times = (rows: Matrix, [x, y, z]: Triple): Triple => {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z
  return [row(rows[0]), row(rows[1]), row(rows[2])]
}

/** Lightness, chroma and hue in degrees as lightness and two axes. */
const ofPolar = ([lightness, chroma, hue]: Triple): Triple => {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** Red, green and blue of light as a screen is told them. */
function shown(rays: Triple): Channels {
  return each(rays, (value) => {
    const bright = Math.abs(value)
    const told = bright <= 0.003_130_8 ? 12.92 * bright : 1.055 * bright ** (1 / 2.4) - 0.055
    return Math.sign(value) * told * WHITE
  })
}

/** The way back. */
function linear(told: number): number {
  const bright = Math.abs(told)
  return Math.sign(told) * (bright <= 0.040_45 ? bright / 12.92 : ((bright + 0.055) / 1.055) ** 2.4)
}

/** The light of a white paper by day in the print shop (D50). */
const WHITE_50: Triple = [0.3457 / 0.3585, 1, 0.2958 / 0.3585]

/** CIE: where the cube root gives way to a line, and how steep that is. */
const EPSILON = 216 / 24_389
const KAPPA = 24_389 / 27

const cubed = (root: number): number => (root ** 3 > EPSILON ? root ** 3 : (116 * root - 16) / KAPPA)

function xyzOfLab([lightness, a, b]: Triple): Triple {
  const middle = (lightness + 16) / 116
  const [x, y, z] = each([middle + a / 500, middle, middle - b / 200], cubed)
  return [x * WHITE_50[0], y * WHITE_50[1], z * WHITE_50[2]]
}

const ofXyz = (xyz: Triple): Triple => times(XYZ_TO_RGB, xyz)
const ofXyz50 = (xyz: Triple): Triple => ofXyz(times(D50_TO_D65, xyz))
const ofOklab = (lab: Triple): Triple =>
  times(
    CONES_TO_RGB,
    each(times(OKLAB_TO_CONES, lab), (root) => root ** 3),
  )

// The matrices of CSS Color 4, §20, and of Oklab.
const XYZ_TO_RGB: Matrix = [
  [12_831 / 3959, -329 / 214, -1974 / 3959],
  [-851_781 / 878_810, 1_648_619 / 878_810, 36_519 / 878_810],
  [705 / 12_673, -2585 / 12_673, 705 / 667],
]
const P3_TO_XYZ: Matrix = [
  [608_311 / 1_250_200, 189_793 / 714_400, 198_249 / 1_000_160],
  [35_783 / 156_275, 247_089 / 357_200, 198_249 / 2_500_400],
  [0, 32_229 / 714_400, 5_220_557 / 5_000_800],
]
const D50_TO_D65: Matrix = [
  [0.955_473_421, -0.023_098_455, 0.063_259_243],
  [-0.028_369_709, 1.009_995_398, 0.021_041_441],
  [0.012_314_015, -0.020_507_649, 1.330_365_926],
]
const OKLAB_TO_CONES: Matrix = [
  [1, 0.396_337_777, 0.215_803_757],
  [1, -0.105_561_346, -0.063_854_173],
  [1, -0.089_484_178, -1.291_485_548],
]
const CONES_TO_RGB: Matrix = [
  [4.076_741_662, -3.307_711_591, 0.230_969_929],
  [-1.268_438_005, 2.609_757_401, -0.341_319_397],
  [-0.004_196_086, -0.703_418_615, 1.707_614_701],
]
