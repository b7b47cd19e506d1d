import { CONNECTIONS, LoadGenerator } from '../../bench/measure.ts'
import { startPostgres } from '../../db/testing/postgres.ts'
import { measureCatchingUp } from './catching-up.ts'
import { measureStores } from './many-stores.ts'
import { exitBySignals, newFolder, type Bench } from './prepare.ts'
import { measureRequests, ROUNDS } from './requests.ts'
import { measureReplicas } from './side-by-side.ts'

// npm run bench -- --database: what replicas on PostgreSQL cost, beside the engine of files and beside plain inserts.

exitBySignals()
const bench: Bench = { postgres: await startPostgres(), load: new LoadGenerator(), folder: await newFolder() }
try {
  console.log(`Node ${process.version}, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds`)
  for (const measure of [measureRequests, measureReplicas, measureStores, measureCatchingUp])
    console.log(`\n${await measure(bench)}`)
} finally {
  bench.load.stop()
  await bench.postgres.close()
}
