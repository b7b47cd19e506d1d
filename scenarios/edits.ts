import { countryAs } from '../schemas/commerce/country-format.ts'
import { keptOrder } from '../schemas/commerce/kept-order.ts'
import { priced } from '../schemas/commerce/totals.ts'
import type { Address, Dialect, PlatformOrder } from '../schemas/types.ts'
import type { ScenarioEdit } from './scenario.ts'

/** The order as it stands after somebody edited these fields on the platform, which computes its amounts anew. */
export function editedOrder<Order extends PlatformOrder>(
  order: Order,
  { customer, billing_address, shipping_address, ...fields }: ScenarioEdit,
  { 'format.country': format }: Dialect,
): Order {
  const moved = (from: Address, to: Partial<Address> = {}): Address => {
    const address = { ...from, ...to }
    return { ...address, country: countryAs(address.country, format) }
  }
  const edited = {
    ...order,
    ...fields,
    customer: { ...order.customer, ...customer },
    billing_address: moved(order.billing_address, billing_address),
    shipping_address: moved(order.shipping_address, shipping_address),
  }
  return priced(keptOrder(edited))
}
