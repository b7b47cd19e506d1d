import { describe, expect, test } from 'vitest'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { DEFAULT_DIALECT, parseDialect } from '../../../schemas/dialect.ts'
import { OPERATION_IDS, OPERATIONS, type Operation } from '../../../schemas/operations.ts'
import { combinations } from './combinations.ts'
import { variationNamed } from './names.ts'
import { allVariations } from './parts.ts'
import { chosen, selectionOf } from './selection.ts'
import type { Shown } from './shown.ts'
import type { Variation } from './variation.ts'

const ALL = allVariations(DEFAULT_DIALECT)
const names = (variations: readonly Variation[]) => variations.map(({ name }) => name)
const EVERYTHING = selectionOf([])

const SHOWN: Shown = {
  questions: new Set(['status.created', 'list.order']),
  calls: new Set(['createInvoice', 'deleteTemplate', 'listInvoices']),
  bodies: new Set(['createInvoice', 'listInvoices']),
}

describe('names', () => {
  test('are each of one variation, which they name again', () => {
    expect(new Set(names(ALL)).size).toBe(ALL.length)
    for (const variation of ALL) expect(variationNamed(variation.name)).toEqual(variation)
  })

  test('can be typed: nothing in them means anything to a shell, or ends an item of a list', () => {
    expect(names(ALL).filter((name) => !/^[\w.:/+=-]+$/.test(name))).toEqual([])
  })

  test.each([
    ['status.created=202', { 'status.created': 202 }],
    ['templates.required=none', { 'templates.required': [] }],
    ['customers.required=email/phone', { 'customers.required': ['email', 'phone'] }],
    ['format.timestamps=offset:+05:30/digits:0', { 'format.timestamps': { offset: '+05:30', digits: 0 } }],
    ['format.money=3', { 'format.money': 3 }],
    ['customers.unique_email=true', { 'customers.unique_email': true }],
    [
      'list.order=name+format.timestamps=offset:+01:00',
      { 'list.order': 'name', 'format.timestamps': { offset: '+01:00', digits: 3 } },
    ],
  ])('%s is any answer that the dialect allows', (name, dialect) => {
    const parts = variationNamed(name).parts.map(({ what }) => what)
    const answers = Object.fromEntries(
      parts.flatMap((what) => (what.kind === 'answer' ? [[what.key, what.value]] : [])),
    )
    expect(parseDialect(answers).notes).toEqual([])
    expect(answers).toEqual(dialect)
  })

  test('of a fault say once where they do not say always', () => {
    expect(variationNamed('readInvoicePdf=reset').name).toBe('readInvoicePdf=reset:once')
    expect(variationNamed('readInvoicePdf=418:always').parts[0]?.what).toMatchObject({
      input: { when: { operation: 'readInvoicePdf' }, fault: { kind: 'status', status: 418 } },
    })
  })

  test.each([
    ['status.creatd=200', 'did you mean status.created?'],
    ['createInvoices=reset', 'did you mean createInvoice?'],
    ['createInvoice=rest', 'did you mean reset?'],
    ['createInvoice=reset:twice', 'once or always'],
    ['createInvoice=expired', 'of downloads alone'],
    ['download=conflict', 'not of downloads'],
    ['createInvoice=999', 'is no fault'],
    ['status.created=404', 'from 200 to 203'],
    ['search.match=unit:nope', 'must be'],
    ['search.match=size:1', 'search.match'],
    ['list.order=other', "can't imitate"],
    ['data=more', 'many-invoices'],
    ['rate.scope=key', 'cannot be set'],
    ['status.created', 'a variation is named as'],
    ['=', 'is no question'],
    ['', 'a variation is named as'],
    ['status.created=200+list.order=sideways', 'must be'],
  ])('"%s" is told: %s', (name, told) => {
    expect(() => variationNamed(name)).toThrow(UsageError)
    expect(() => variationNamed(name)).toThrow(told)
  })
})

test('what must be passed is every right answer, and once whatever a retry or patience mends', () => {
  const must = ALL.filter(({ demand }) => demand === 'must_pass')
  const faults = new Set(
    must
      .filter(({ group }) => group === 'errors' || group === 'faults')
      .map(({ name }) => name.split('=')[1]),
  )
  const mended = ['500', '503', 'cut', 'latency', 'lost-answer', 'rate-limited', 'rate-limited-bare', 'reset']
  expect(faults).toEqual(new Set(mended.map((fault) => `${fault}:once`)))
  expect(ALL.filter(({ group, demand }) => /dialect|data/.test(group) && demand !== 'must_pass')).toEqual([])
})

test('what does its work anew each time may end in an error where nobody can know whether it was done', () => {
  const unclear = ALL.flatMap(({ name, demand }) => {
    const [, operation = '', fault = ''] = /^(\w+)=(500|503|reset|lost-answer|cut):once$/.exec(name) ?? []
    return demand === 'may_fail' ? [{ operation, fault }] : []
  }).filter(({ operation }) => operation !== '')
  const anew = ['bulkPdf', 'sendInvoiceEmail', 'createTemplate', 'createCustomer']
  expect([...new Set(unclear.map(({ operation }) => operation))].toSorted()).toEqual(anew.toSorted())
  expect(unclear).toHaveLength(anew.length * 5)
})

test('every error kind that an operation lists is tried, once and always', () => {
  for (const id of OPERATION_IDS) {
    const { errors }: Operation = OPERATIONS[id]
    const wanted = errors.flatMap((error) => [`${id}=${error}:once`, `${id}=${error}:always`])
    expect(names(ALL)).toEqual(expect.arrayContaining(wanted))
  }
})

test('where the first run is answered otherwise, our own answer is one that is tried', () => {
  const others = names(allVariations({ ...DEFAULT_DIALECT, 'status.created': 200 }))
  expect(others).toContain('status.created=201')
  expect(others).not.toContain('status.created=200')
})

describe('what is tried', () => {
  test('is what touches the traffic; the rest is told with its reason', () => {
    const { tried, untouched } = chosen(ALL, EVERYTHING, SHOWN)
    expect(tried.length + untouched.length).toBe(ALL.length)
    const subjects = new Set(names(tried).map((name) => name.split('=')[0]))
    expect([...subjects].toSorted()).toEqual(
      ['createInvoice', 'data', 'deleteTemplate', 'list.order', 'listInvoices', 'status.created'].toSorted(),
    )
    const whyNot = (name: string) => untouched.find(({ variation }) => variation.name === name)?.why
    expect(whyNot('deleteTemplate=cut:once')).toBe('no answer of deleteTemplate has a body')
    expect(whyNot('readInvoice=reset:once')).toBe('readInvoice was never called')
    expect(whyNot('download=reset:once')).toBe('no document was fetched')
    expect(whyNot('format.money=3')).toBe('no answer depended on format.money')
  })

  test('is of the groups that are asked for, and whatever is named', () => {
    const selection = selectionOf(['data', 'format.money=3', 'format.money=3', 'readInvoice=hang'])
    expect(names(chosen(ALL, selection, SHOWN).tried)).toEqual([
      'format.money=3',
      'readInvoice=hang:once',
      'data=many-invoices',
      'data=many-scripts',
      'data=many-invoices+list.order=oldest_first',
    ])
    expect(() => selectionOf(['fault'])).toThrow('did you mean faults?')
  })

  test('may be combined: the same for the same seed, of one question one answer, and never two faults', () => {
    const { tried } = chosen(ALL, EVERYTHING, SHOWN)
    const made = combinations(12, tried, 7)
    expect(made).toEqual(combinations(12, tried, 7))
    expect(names(made)).not.toEqual(names(combinations(12, tried, 8)))
    expect(made.length).toBeGreaterThan(5)
    for (const { parts, demand } of made) {
      const kinds = parts.map(({ what }) => (what.kind === 'answer' ? what.key : what.kind))
      expect(new Set(kinds).size).toBe(kinds.length)
      expect(parts.length).toBeGreaterThan(1)
      expect(demand).toBe('must_pass')
    }
  })
})
