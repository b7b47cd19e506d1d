import { ALLOWED } from './allowed.ts'
import type { Finding, Passage, Rule } from './finding.ts'
import { HEADLESS_OPENINGS } from './headless-openings.ts'
import { REPLACED_WORDS } from './replaced-words.ts'
import { sentencesOf, wordCount } from './sentences.ts'

const MAX_WORDS = { document: 20, message: 25, 'check name': 25, comment: 25 } as const

/** Findings of every rule in a passage. */
export function findingsIn({ file, line, text, kind }: Passage): Finding[] {
  if (kind === 'fragment') return []
  const max = MAX_WORDS[kind]
  return sentencesOf(text).flatMap((sentence) => {
    const at = line + text.slice(0, sentence.offset).split('\n').length - 1
    const found = (rule: Rule, advice: string): Finding => ({
      file,
      line: at,
      rule,
      text: sentence.text,
      advice,
    })
    const read = sentence.read.replaceAll(/\s+/g, ' ').trim()
    const findings: Finding[] = []
    const headless = headlessOpening(read)
    if (headless !== undefined)
      findings.push(found('first-word', `opens with "${headless.opening}": write ${headless.use}`))
    const words = wordCount(read)
    if (words > max)
      findings.push(found('sentence-length', `has ${words} words: write at most ${max} a sentence`))
    for (const { word, use } of replacedWords(read))
      findings.push(found('word', `says "${word}": write ${use}`))
    return findings
  })
}

function headlessOpening(read: string) {
  const bare = read.replace(/^["'“‘(\s]+/, '')
  if (/\?["'”’)]*$/.test(read)) return undefined
  return HEADLESS_OPENINGS.find(({ pattern }) => pattern.test(bare))
}

function replacedWords(read: string) {
  return REPLACED_WORDS.filter(({ word, pattern }) => {
    const allowed = ALLOWED.filter((each) => each.word === word)
    const rest = allowed.reduce((text, each) => text.replaceAll(new RegExp(each.pattern, 'gi'), '…'), read)
    return pattern.test(rest)
  })
}
