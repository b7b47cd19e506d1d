import { admin } from './admin-api.js'
import { live } from './live.js'

/**
 * An open question, as the admin API tells it.
 * @typedef {object} Question
 * @property {string} key
 * @property {string[]} section
 * @property {string} question
 * @property {string} ours what the mock does by itself
 * @property {string} others what else conforms
 * @property {boolean} adjustable
 * @property {any} [schema] which answers a dialect may give
 * @property {unknown} [answer] the one that holds
 */

/** @type {Map<string, Question>} */
const known = new Map()

/** Asks what is open, and what holds of it. */
export async function loadQuestions() {
  /** @type {{ questions: Question[] }} */
  const { questions } = await admin('GET', '/questions')
  for (const question of questions) known.set(question.key, question)
  live.tell()
}

export const allQuestions = () => [...known.values()]

/** @param {string} key */
export const questionText = (key) => known.get(key)?.question ?? ''

/**
 * The answer that holds for a store, as JSON.
 * @param {string} key
 * @param {string | null} store
 */
export function answerOf(key, store) {
  /** @type {[string, unknown][]} */
  const own = Object.entries((store !== null && live.storeNamed(store)?.dialect) || {})
  return JSON.stringify(new Map(own).get(key) ?? known.get(key)?.answer ?? null)
}
