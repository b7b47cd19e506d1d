import { fieldsOf } from '../../../schemas/resources.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { OrderPatch } from '../../server/store/platform.ts'

/** What every address has: a platform may refuse one that lacks any of it. */
const INVENTED = {
  first_name: 'Ada',
  last_name: 'Kit',
  address1: '1 Test Street',
  city: 'Berlin',
  zip: '10115',
  country: 'Germany',
}

const FIELDS = Object.keys(fieldsOf('resources/address'))

/**
 * A whole address: what is given, and else what is shown. A platform adapter may store what it gets, so that a part
 * of an address would leave no more than that part.
 */
export function wholeAddress(shown: unknown, given: OrderPatch = {}): OrderPatch {
  const known = isObject(shown) ? Object.entries(shown).filter(([, value]) => isText(value)) : []
  const texts = { ...INVENTED, ...Object.fromEntries(known), ...given }
  return Object.fromEntries(Object.entries(texts).filter(([field]) => FIELDS.includes(field)))
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
