import { GoodClient } from './good-client.ts'
import { service, testsOf } from './invoicing-tests.ts'

testsOf(new GoodClient(service))
