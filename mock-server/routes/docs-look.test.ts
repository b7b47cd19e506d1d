import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, startBrowser } from '../../schemas/testing/browser.ts'
import { sampleOf } from '../../schemas/testing/sample.ts'
import { startMock, type StartedMock } from '../index.ts'

/** The documentation pages in a browser, with an operation open and ready to send. */

const PAGES = [
  ['/docs', 'dark', 390],
  ['/docs/admin', 'light', 1440],
  ['/docs', 'light', 1440],
  ['/docs/admin', 'dark', 390],
  ['/docs', 'light', 390],
  ['/docs/admin', 'dark', 1440],
] as const

/** The elements that make the page scroll sideways. */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map((element) => element.outerHTML.slice(0, 120))`

describe.skipIf(!BROWSER)('the documentation pages', () => {
  let mock: StartedMock
  let browser: Browser
  beforeAll(async () => {
    mock = await startMock({ scenario: 'small' })
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await mock.close()
  })

  test.each(sampleOf(PAGES, 2))(
    '%s is accessible and stays on its host: %s, %i px',
    async (path, look, width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: look })
      page.setDefaultTimeout(0)
      const { origin } = new URL(mock.base_url)
      const foreign: string[] = []
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
      page.on('request', (request) => {
        if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
          foreign.push(request.url())
      })
      await page.goto(origin + path)
      // This operation has a body.
      const operation = page.locator('.opblock:is(.opblock-post, .opblock-put)').first()
      await operation.locator('.opblock-summary-control').click()
      await operation.locator('textarea').waitFor()
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(grave.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.locator('h1:visible').count()).toBe(1)
      expect(await page.evaluate(TOO_WIDE)).toEqual([])
      expect({ foreign, errors }).toEqual({ foreign: [], errors: [] })
      await page.close()
    },
  )
})
