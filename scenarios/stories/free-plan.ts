import story from './story.ts'

export default story(
  import.meta,
  {
    tells: 'A store on a free plan is refused everything with 403, and a paid one is not.',
    needs: ['free_plan_api_key'],
  },
  async ({ target: { base_url, api_key, free_plan_api_key }, fetch, step, check }) => {
    step('Ask with the key of a store on a free plan')
    for (const path of ['invoices', 'templates', 'customers', 'settings']) {
      const answer = await fetch(`${base_url}/${path}`, { headers: { 'x-auth-token': free_plan_api_key } })
      check(answer.status === 403, `${path} are not for a free plan`)
    }

    step('Ask with a key that no store has: that is another refusal, and another message to your user')
    const unknown = await fetch(`${base_url}/settings`, { headers: { 'x-auth-token': 'nobody' } })
    check(!unknown.ok && unknown.status !== 403, (await unknown.json()).error)

    step('Ask with the key of a paid store')
    const paid = await fetch(`${base_url}/settings`, { headers: { 'x-auth-token': api_key } })
    check(paid.ok, 'it is answered')
  },
)
