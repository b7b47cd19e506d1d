/** Lets each `button.copy` of a page put its `data-copy` into the clipboard, and say so for a moment. */
export const COPY_SCRIPT = `document.addEventListener('click', async (event) => {
  const button = event.target.closest('button.copy')
  if (!button) return
  await copy(button.dataset.copy)
  const label = (button.dataset.label ??= button.textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = label), 1500)
})
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text })
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
}
`
