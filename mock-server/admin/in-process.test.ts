import request from 'supertest'
import { expect, onTestFinished, test } from 'vitest'
import type { Desk } from '../desk/desk.ts'
import { createApp } from '../testing/engine.ts'

const orders = (kind: string) =>
  ['get', 'post']
    .map((method) => `${method} /stores/{store}/${kind}`)
    .concat(['get', 'put', 'patch', 'delete'].map((method) => `${method} /stores/{store}/${kind}/{id}`))

const clock = (place: string) => [`get ${place}/clock`, `put ${place}/clock`, `post ${place}/clock/advance`]

/** Which requests of the admin API each method of the mock is in its own process; a new method does not compile without. */
const REQUESTS_OF: Record<keyof Desk, readonly string[]> = {
  health: ['get /health'],
  target: ['get /target'],
  clock: clock(''),
  storeClock: [...clock('/stores/{store}'), 'delete /stores/{store}/clock'],
  dialect: ['get /dialect'],
  setDialect: ['put /dialect'],
  patchDialect: ['patch /dialect'],
  stores: ['get /stores'],
  store: ['get /stores/{store}'],
  addStore: ['post /stores'],
  patchStore: ['patch /stores/{store}'],
  dropStore: ['delete /stores/{store}'],
  orders: orders('orders'),
  draftOrders: orders('draft_orders'),
  bulkActions: ['get /stores/{store}/bulk_actions'],
  finishBulk: ['post /stores/{store}/bulk_actions/finish'],
  emails: ['get /emails'],
  clearEmails: ['delete /emails'],
  coverage: ['get /coverage'],
  clearCoverage: ['delete /coverage'],
  requests: ['get /requests'],
  request: ['get /requests/{seq}'],
  // What each request broke, which `get /requests` shows with it.
  violations: [],
  clearRequests: ['delete /requests'],
  scenarios: ['get /scenarios'],
  load: ['post /scenarios', 'post /scenarios/{name}', 'put /state'],
  reset: ['post /reset'],
  state: ['get /state'],
  snapshot: ['post /snapshots'],
  restore: ['post /snapshots/{name}/restore'],
  snapshots: ['get /snapshots'],
  dropSnapshot: ['delete /snapshots/{name}'],
  fault: ['post /faults'],
  faults: ['get /faults'],
  dropFault: ['delete /faults/{id}'],
  dropFaults: ['delete /faults'],
}

/** What has no method. */
const OVER_HTTP_ALONE = [
  // About the API and its contract.
  'get /openapi.json',
  'get /clauses',
  'get /questions',
  'get /events',
  // What the API answers, for the console.
  'get /quotas',
  'get /stores/{store}/invoices',
  'get /stores/{store}/invoices/{slug}',
  // `store` shows it and `patchStore` changes it.
  ...['get', 'put', 'patch', 'delete'].map((method) => `${method} /stores/{store}/dialect`),
]

test('what the admin API does, methods do in the process of the mock', async () => {
  const mock = await createApp({ scenario: 'empty' })
  onTestFinished(() => mock.close())
  const { body } = await request(mock.app).get('/__admin/openapi.json').expect(200)
  const paths: Record<string, object> = body.paths
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect([...Object.values(REQUESTS_OF).flat(), ...OVER_HTTP_ALONE].toSorted()).toEqual(all.toSorted())
  expect(Object.keys(REQUESTS_OF).filter((method) => !(method in mock))).toEqual([])
})
