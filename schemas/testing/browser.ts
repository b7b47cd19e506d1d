import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a Chromium is on this machine; undefined where there is none. */
export const BROWSER = PATHS.find((path) => existsSync(path))

// From disable-quic on they keep it from calling anybody.
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts it, however long that takes. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ ...(BROWSER && { executablePath: BROWSER }), args: FLAGS, timeout: 0 })
