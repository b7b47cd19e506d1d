import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { checkRange } from './commit-range.ts'
import { mistakesIn, roomsOf } from './commit-subject.ts'

const rooms = roomsOf(join(import.meta.dirname, '..', '..'))

describe('subjects', () => {
  test.each([
    'fix(conformance): retry only violations of the same clause',
    'perf(conformance): halve the batch when the window resets',
    'fix(conformance): restore a setting if dependent fields fail',
    'docs: describe the guard of the client',
    'feat(schemas)!: address invoices by slug',
    'build(deps): embed fonts',
    'test(db): process writes in order',
    'Merge branch "a" of the mock',
    'Revert "fix(mock): a thing that was wrong"',
  ])('right: %s', (subject) => {
    expect(mistakesIn(subject, rooms)).toEqual([])
  })

  test.each([
    ['a limit that ends meanwhile has half as many asked at a time', /is not of the form/],
    ['perf(conformance): a limit ends meanwhile', /opens with "a"/],
    ['fix(conformance): what is looked for is a violation', /opens with "what"/],
    ['fix(conformance): fixed the retry', /participle "fixed"/],
    ['fix(conformance): fixing the retry', /participle "fixing"/],
    ['fix(conformance): retries violations', /third person/],
    ['fix(conformance): Retry violations', /capital letter: write "retry"/],
    ['fix(kitchen): retry violations', /room "kitchen"/],
    ['wip(mock): retry violations', /type "wip"/],
    ['fix(mock): retry', /no object/],
    ['fix(mock): retry violations.', /full stop/],
    ['fix(mock): retry violations of the same clause three times alone', /64 characters/],
  ])('wrong: %s', (subject, mistake) => {
    expect(mistakesIn(subject, rooms)).toEqual([expect.stringMatching(mistake)])
  })
})

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], { cwd, stdio: 'pipe' })

describe('the check of a range', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commits-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const check = (range: string, cwd = folder) => checkRange(range, rooms, cwd)

  test('finds wrong subjects in it alone, and checks nothing that the clone lacks', () => {
    git(folder, 'init', '--quiet', '--initial-branch=main')
    for (const subject of ['old history', 'fix(mock): keep emails', 'fixes emails'])
      git(folder, 'commit', '--quiet', '--allow-empty', '-m', subject)

    expect(check('HEAD~2..HEAD~1')).toEqual({ commits: 1, mistakes: [] })
    expect(check('HEAD~2..HEAD')).toEqual({
      commits: 2,
      mistakes: [expect.stringContaining('"fixes emails" is not of the form')],
    })
    expect(check('HEAD..HEAD')).toEqual({ commits: 0, mistakes: [] })
    // A first push names no commit as the one before.
    expect(check(`${'0'.repeat(40)}..HEAD`)).toBeUndefined()

    const shallow = join(folder, 'shallow')
    git(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(folder).href, shallow)
    expect(check('origin/main..HEAD', shallow)).toBeUndefined()
    expect(check('HEAD~2..HEAD', shallow)).toBeUndefined()
    expect(check('main..HEAD', tmpdir())).toBeUndefined()
  })

  test('leaves subjects as they are that are older than the rule', () => {
    mkdirSync(join(folder, 'tools/language'), { recursive: true })
    writeFileSync(join(folder, 'tools/language/commit-range.ts'), '')
    git(folder, 'add', 'tools')
    git(folder, 'commit', '--quiet', '-m', 'begins the rule')
    git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'begun')
    expect(check('HEAD~4..HEAD')).toMatchObject({
      commits: 1,
      mistakes: [expect.stringContaining('"begun"')],
    })
  })
})
