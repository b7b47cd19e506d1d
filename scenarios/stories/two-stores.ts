import story from './story.ts'

export default story(
  import.meta,
  {
    tells: 'A key opens one store: what another store has can be neither listed nor read with it.',
    needs: ['other_store_api_key'],
  },
  async ({ target: { base_url, api_key, other_store_api_key }, fetch, step, check }) => {
    const ours = { 'x-auth-token': api_key }
    const theirs = { 'x-auth-token': other_store_api_key }

    step('List the invoices of each store')
    const [here, there] = [
      await (await fetch(`${base_url}/invoices?per_page=250`, { headers: ours })).json(),
      await (await fetch(`${base_url}/invoices?per_page=250`, { headers: theirs })).json(),
    ]
    const slugs = new Set(here.invoices?.map(({ slug }) => slug))
    check(
      there.invoices?.every(({ slug }) => !slugs.has(slug)),
      'none is in both lists',
    )

    step('Read an invoice with the key of its store, and with the other')
    const [slug] = slugs
    check(slug !== undefined, 'there is one')
    check((await fetch(`${base_url}/invoices/${slug}`, { headers: ours })).ok, 'its own key opens it')
    check(!(await fetch(`${base_url}/invoices/${slug}`, { headers: theirs })).ok, 'the other does not')
  },
)
