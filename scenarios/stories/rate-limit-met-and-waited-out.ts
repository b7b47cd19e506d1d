import { setTimeout as sleep } from 'node:timers/promises'
import story from './story.ts'

export default story(
  import.meta,
  {
    tells: 'A client asks until the rate limit is met, waits as long as it is told, and is answered again.',
    allow: ['rate-limit'],
    needs: ['rate_limited_api_key'],
  },
  async ({ target: { base_url, rate_limited_api_key, patience_seconds = 30 }, fetch, step, check }) => {
    const ask = () => fetch(`${base_url}/settings`, { headers: { 'x-auth-token': rate_limited_api_key } })

    step('Ask until it is too much')
    let answer = await ask()
    for (let asked = 1; answer.ok && asked < 300; asked++) answer = await ask()
    const { retry_after, message } = await answer.json()
    check(Number.isInteger(retry_after), `the limit is met: ${message}`)
    check(answer.headers.has('x-ratelimit-reset'), 'and a header says when it ends')

    step(`Wait ${retry_after} seconds`)
    check(retry_after <= patience_seconds, 'that is no longer than we have patience')
    await sleep(retry_after * 1000)
    check((await ask()).ok, 'we are answered again')
  },
)
