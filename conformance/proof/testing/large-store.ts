/** The scenario of a store with more than a bulk action may take, a search finds at once, or a page holds. */
export const LARGE_STORE = {
  description: 'One paid store with 5,001 invoices and 101 templates.',
  stores: [
    {
      name: 'large',
      api_key: 'test_key_of_the_large_store',
      templates: Array.from({ length: 101 }, (_, index) => ({
        name: `Template ${index}`,
        template_type: index % 2 === 0 ? 'invoice' : 'packing_slip',
      })),
      generate: { customers: 20, orders: 40, draft_orders: 10, invoices: 5001 },
    },
  ],
}
