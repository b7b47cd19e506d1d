import { escaped } from './escape.ts'

/** What became of a testcase that did not pass. */
export interface Outcome {
  kind: 'failure' | 'error' | 'skipped'
  message: string
  /** Of failures and errors: what kind of them it is, and what is told at length. */
  type?: string
  text?: string
}

export interface Testcase {
  name: string
  classname: string
  ms: number
  /** Left out, it passed. */
  outcome?: Outcome
}

export interface Testsuite {
  name: string
  package: string
  /** An ISO 8601 date-time. */
  timestamp: string
  hostname: string
  properties: readonly (readonly [name: string, value: string | number])[]
  cases: readonly Testcase[]
}

/** JUnit XML, in what the common schemas of it (Ant's and Jenkins') both allow. */
export const junitXml = (suites: readonly Testsuite[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map(suite).join('\n')}\n</testsuites>\n`

function suite({ cases, properties, ...about }: Testsuite, id: number): string {
  const counted = (kind: Outcome['kind']) => cases.filter(({ outcome }) => outcome?.kind === kind).length
  const attributes = {
    name: about.name,
    id,
    tests: cases.length,
    failures: counted('failure'),
    errors: counted('error'),
    skipped: counted('skipped'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    package: about.package,
    timestamp: about.timestamp.slice(0, 19),
    hostname: about.hostname,
  }
  return [
    `  <testsuite${attributesOf(attributes)}>`,
    '    <properties>',
    ...properties.map(([name, value]) => `      <property${attributesOf({ name, value })}/>`),
    '    </properties>',
    ...cases.map(testcase),
    '    <system-out></system-out>',
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n')
}

function testcase({ name, classname, ms, outcome }: Testcase): string {
  const attributes = attributesOf({ name, classname, time: seconds(ms) })
  return outcome
    ? `    <testcase${attributes}>\n      ${outcomeElement(outcome)}\n    </testcase>`
    : `    <testcase${attributes}/>`
}

function outcomeElement({ kind, message, type, text }: Outcome): string {
  const attributes = attributesOf({ message, ...(type !== undefined && { type }) })
  return text === undefined ? `<${kind}${attributes}/>` : `<${kind}${attributes}>${escaped(text)}</${kind}>`
}

const seconds = (ms: number) => (ms / 1000).toFixed(3)

const attributesOf = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attribute(String(value))}"`)
    .join('')

/** Line ends in attributes would be read as spaces. */
const attribute = (text: string) => escaped(text).replaceAll('\n', '&#10;').replaceAll('\r', '&#13;')
