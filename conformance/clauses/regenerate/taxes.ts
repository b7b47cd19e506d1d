import { compareAmounts, fractionDigits, fromMinor } from '../../../schemas/commerce/money.ts'
import type { TaxLine } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { Edit } from '../edits/edit.ts'
import type { Shown } from '../same-invoice.ts'
import { sameValue } from '../same-value.ts'

/** The share by which a rate must differ, and the smallest units that a tax must come to, for its amount to move at all. */
const TELLING = { share: 0.1, units: 20n }

/** The same lines at another rate come to another tax, whoever computes it. */
export function judgeTaxes(law: Law, { name, patch }: Edit, before: Shown, now: Shown): void {
  const given: unknown = patch['tax_lines']
  if ('line_items' in patch || !Array.isArray(given)) return
  const [earlier, later] = [before, now].map(({ invoice }) => [invoice.tax_lines].flat().filter(isObject))
  earlier?.forEach((tax, at) => {
    const { rate, price } = later?.[at] ?? {}
    // A platform that computes none keeps what it is given, which may be rounded to the same.
    if (!isOtherRate(tax, rate) || sameValue(priceOf(given[at]), tax['price'])) return
    law.judge(!sameValue(price, tax['price']), {
      message: `${name} of the order were edited, and its lines stayed`,
      expected: `tax_lines.${at}.price other than at the rate ${String(tax['rate'])}`,
      got: `${JSON.stringify(price)} at the rate ${String(rate)}, too`,
      exchanges: [before.exchange, now.exchange],
    })
  })
}

const priceOf = (tax: unknown): unknown => (isObject(tax) ? tax['price'] : undefined)

function isOtherRate({ rate, price }: Pick<TaxLine, 'rate' | 'price'>, now: unknown): boolean {
  return isLarge(price) && Math.abs(Number(now) - Number(rate)) > TELLING.share * Math.abs(Number(rate))
}

function isLarge(price: unknown): boolean {
  const least = fromMinor(TELLING.units, fractionDigits(price))
  const distance = compareAmounts(String(price).replace(/^-/, ''), least)
  return distance !== undefined && distance >= 0n
}
