import { escaped } from '../../schemas/printing/escape.ts'

/** What a part of the page is about, and what it holds. */
interface Block {
  /** Where links lead to. */
  readonly id: string
  readonly title: string
  /** Beside the title, in few words: what is found within. */
  readonly about: string
  /** HTML. */
  readonly content: string
}

/** A part of the page that is folded until somebody asks for it: a result is read on the first screens. */
export function foldedBlock({ id, title, about, content }: Block): string {
  return `<section class="block" id="${id}"><details class="area">
<summary><h2>${escaped(title)} <small>${escaped(about)}</small></h2></summary>
${content}
</details></section>`
}
