import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAUSES } from '../../schemas/clauses.ts'
import { QUESTIONS } from '../../schemas/questions.ts'
import { keysOf } from '../../schemas/tables.ts'
import { BROWSER, startBrowser } from '../../schemas/testing/browser.ts'
import { exchange, hostileResult, madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json-report.ts'

if (!BROWSER) console.warn('There is no Chromium here, so that the page of a report is not looked at.')

/** The height of a screen, in pixels. */
const SCREEN = 900

const folder = mkdtempSync(join(tmpdir(), 'report-page-'))
const file = join(folder, 'report.html')
let browser: Browser
/** All are looked at in one, as each new one starts processes. */
let page: Page

/** Has the page of hostile results there, with everything on it unfolded or folded. */
async function open(width: number, colorScheme: 'light' | 'dark', isUnfolded: boolean): Promise<void> {
  await page.setViewportSize({ width, height: SCREEN })
  await page.emulateMedia({ colorScheme })
  await page.goto(pathToFileURL(file).href)
  await page.evaluate(`document.querySelectorAll("details").forEach((one) => { one.open = ${isUnfolded} })`)
}

describe.skipIf(!BROWSER)('the page of a report', () => {
  beforeAll(async () => {
    writeFileSync(file, htmlReport(jsonReport(hostileResult(), ['a note'])))
    browser = await startBrowser()
    page = await browser.newPage()
    page.setDefaultTimeout(0)
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })

  test.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)(
    'is without a finding of axe-core, and as wide as the screen, at %i pixels in the %s',
    async (width, mode) => {
      await open(width, mode, true)
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate<axe.AxeResults>(
        'axe.run(document, { resultTypes: ["violations"] })',
      )
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    },
  )

  test('leads to a clause in a folded area, and finds by words of an answer', async () => {
    await open(1440, 'light', false)
    await page.locator('.failures a').first().click()
    await page.locator('details.clause[open]').waitFor()
    expect(await page.locator('details.clause[open]').count()).toBe(1)
    await page.getByRole('searchbox').fill('no such words anywhere')
    expect(await page.getByText('No clause matches.').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('127.0.0.1:9')
    expect(await page.locator('details.clause:visible').count()).toBeGreaterThan(0)
  })

  test('unfolds what a link leads to', async () => {
    await open(1440, 'light', false)
    await page.getByRole('link', { name: 'Dialect', exact: true }).click()
    const link = page.getByRole('link', { name: 'Download dialect.json' })
    await link.waitFor()
    expect(await link.getAttribute('download')).toBe('dialect.json')
  })

  test.each([
    ['a passing run', 0, 3],
    ['a dozen failures', 12, 10],
  ])('tells %s (%i) within %i screens', async (_name, failing, screens) => {
    const tall = join(folder, `${failing}.html`)
    writeFileSync(tall, htmlReport(jsonReport(wholeResult(failing), [])))
    await page.setViewportSize({ width: 1440, height: SCREEN })
    await page.goto(pathToFileURL(tall).href)
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
    expect(height).toBeLessThan(screens * SCREEN)
  })
})

/** A run in which all clauses were judged, of which so many fail, and all questions answered. */
function wholeResult(failing: number) {
  const clauses = keysOf(CLAUSES)
  const apart = Math.floor(clauses.length / Math.max(1, failing))
  const fails = (at: number) => at % apart === 0 && at / apart < failing
  return madeUpResult(
    clauses.map((clause, at) => verdict(clause, fails(at) ? 'fail' : 'pass')),
    {
      observations: new Map(keysOf(QUESTIONS).map((key) => [key, { value: 'so', evidence: [exchange()] }])),
      left_behind: clauses.map((clause) => `invoice of ${clause}`),
    },
  )
}
