import type { StartedMock } from '../../../mock-server/index.ts'

/** What runs must leave as it was: settings but for the next number, templates, and which customers there are. */
export async function keptByRuns({ base_url, target }: StartedMock): Promise<unknown> {
  const headers = { 'x-auth-token': target.api_key }
  const read = async (path: string) => (await fetch(`${base_url}${path}`, { headers })).json()
  // As the mock answers them.
  const { settings } = (await read('/settings')) as { settings: object }
  // As the mock answers them.
  const { customers } = (await read('/customers?per_page=250')) as { customers: { id: number }[] }
  return {
    settings: { ...settings, next_invoice_number: '' },
    templates: await read('/templates'),
    customers: customers.map(({ id }) => id),
  }
}
