import { open } from './admin-api.js'

/**
 * Saves what the admin API answers as a file.
 * @param {string} path
 * @param {string} name
 */
export async function download(path, name) {
  const response = await open('GET', path)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/**
 * The text of the file that was chosen; undefined for none. The same can be chosen again.
 * @param {Event} event
 */
export async function chosenText({ target }) {
  if (!(target instanceof HTMLInputElement)) return undefined
  const text = await target.files?.[0]?.text()
  target.value = ''
  return text
}
