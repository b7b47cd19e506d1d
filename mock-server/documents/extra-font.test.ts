import { createRequire } from 'node:module'
import { delimiter } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

// Shades are in this font only: it stands in for the fonts that the kit does not bring.
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf',
)
const SHADE = 0x2592

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['without it', '', null],
  ['with it', FONT, FONT],
  ['with a path that is wrong', '/nowhere.ttf', null],
  ['with several', ['/nowhere.ttf', FONT].join(delimiter), FONT],
])('INVOICING_KIT_EXTRA_FONT: %s', async (_, path, name) => {
  vi.stubEnv('INVOICING_KIT_EXTRA_FONT', path)
  const { facesOf } = await import('./fonts.ts')
  expect(facesOf({ family: 'Noto Sans', weight: 'regular' }).one(SHADE)?.name ?? null).toBe(name)
})
