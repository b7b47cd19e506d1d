/** @import { TemplateResult } from 'lit' */
import { html, nothing } from 'lit'

/**
 * Says something to whoever looks at the page, and listens to it.
 * @param {string} text
 * @param {'done' | 'failed'} [tone]
 */
export function tell(text, tone = 'done') {
  document.dispatchEvent(new CustomEvent('told', { detail: { text, tone } }))
}

/**
 * Does something, and says what came of it.
 * @template T
 * @param {() => Promise<T>} deed
 * @param {string | ((result: T) => string)} [done] what is said of a success
 */
export async function attempt(deed, done) {
  try {
    const result = await deed()
    if (done !== undefined) tell(typeof done === 'string' ? done : done(result))
    return result
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), 'failed')
    return undefined
  }
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    tell('Copied.')
  } catch {
    tell('This browser lets no page copy here: mark the text and copy it by hand.', 'failed')
  }
}

/**
 * A heading with what stands below it, to be folded away.
 * @param {string} title
 * @param {unknown} content
 * @param {boolean} [open]
 * @returns {TemplateResult}
 */
export const fold = (title, content, open = false) =>
  html`<details ?open=${open}>
    <summary>${title}</summary>
    ${content ?? nothing}
  </details>`

/**
 * Names with what they are.
 * @param {Record<string, unknown>} named what is undefined is left out
 */
export const facts = (named) =>
  html`<dl class="facts">
    ${Object.entries(named)
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>`,
      )}
  </dl>`
