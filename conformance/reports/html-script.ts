import { COPY_SCRIPT } from '../../schemas/printing/copy-script.ts'

/** What the HTML report does by itself: filters the clauses, opens the one that is linked to, copies curl lines. */
export const SCRIPT = `
const search = document.querySelector('input[type=search]')
const buttons = [...document.querySelectorAll('button.filter')]
const sections = [...document.querySelectorAll('section.clauses')]
function filter() {
  const wanted = buttons.filter((b) => b.getAttribute('aria-pressed') === 'true').map((b) => b.dataset.verdict)
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let any = false
  for (const section of sections) {
    let some = false
    for (const clause of section.querySelectorAll('details.clause')) {
      const text = clause.textContent.toLowerCase()
      const fits = (wanted.length === 0 || wanted.includes(clause.dataset.verdict)) && words.every((w) => text.includes(w))
      clause.hidden = !fits
      some ||= fits
    }
    section.hidden = !some
    if (some && (wanted.length > 0 || words.length > 0)) section.querySelector('details.area').open = true
    any ||= some
  }
  document.querySelector('.empty').hidden = any
}
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const area = target?.closest('section')?.querySelector('details.area')
  if (area) area.open = true
  if (!target?.matches('details.clause')) return
  const clause = target
  for (const button of buttons) button.setAttribute('aria-pressed', 'false')
  search.value = ''
  filter()
  clause.open = true
  clause.scrollIntoView()
}
search?.addEventListener('input', filter)
for (const button of buttons)
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
    filter()
  })
addEventListener('hashchange', reveal)
${COPY_SCRIPT}reveal()
`
