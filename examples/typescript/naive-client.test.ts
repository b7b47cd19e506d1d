import { service, testsOf } from './invoicing-tests.ts'
import { NaiveClient } from './naive-client.ts'

testsOf(new NaiveClient(service))
