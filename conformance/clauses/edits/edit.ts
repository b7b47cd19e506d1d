import type { OrderPatch } from '../../server/store/platform.ts'

/** An edit of a platform order, and how the invoice is regenerated after it. */
export interface Edit {
  name: string
  patch: OrderPatch
  /** What the invoice then shows, where that is not the patch: what a platform may compute otherwise is left out. */
  shown?: OrderPatch
  query: Record<string, string | number | boolean>
  /** Fields that follow from the edit: what they show then is the platform's to compute. */
  computed?: readonly string[]
  /** Not every platform takes it as it is given: judged where the hook's answer shows it, or the invoice. */
  doubtful?: boolean
  /** Price of its one line as a decimal string, however a server rounds it. */
  price?: string
  /** The total as it compares with that after an earlier edit, by its name; of tax rules nothing need be known. */
  total?: readonly [is: 'more' | 'less' | 'same', than: string]
}

/** An edit that not every platform takes as it is given. */
export const doubtful = (name: string, patch: OrderPatch, more: Partial<Edit> = {}): Edit => ({
  name,
  patch,
  query: {},
  doubtful: true,
  ...more,
})
