import type { OrderPatch } from '../../server/store/platform.ts'

/** An edit of a platform order, and how the invoice is regenerated after it. */
export interface Edit {
  name: string
  patch: OrderPatch
  query: Record<string, string | number | boolean>
  /** Fields that follow from the edit: what they show then is the platform's to compute. */
  computed?: readonly string[]
}
