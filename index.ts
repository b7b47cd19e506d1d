/**
 * The contract: types of everything that the API, the mock and the suite take and answer, and the contract's lists as
 * values. The parts that do something have entries of their own: `invoicing-kit/mock`, `/conformance`, `/vitest` and
 * `/fixtures`; the JSON Schema files lie below `invoicing-kit/schemas/`.
 */
export { CLAUSES, type Clause, type ClauseId } from './schemas/clauses.ts'
export { DEFAULT_DIALECT } from './schemas/dialect.ts'
export { openapi, type OpenApiOptions } from './schemas/openapi.ts'
export { OPERATIONS, type ErrorKind, type Operation, type OperationId } from './schemas/operations.ts'
export { QUESTIONS, type QuestionKey } from './schemas/questions.ts'
export type * from './schemas/types.ts'
export type { Target } from './conformance/server/target.ts'
export type {
  Scenario,
  ScenarioCustomer,
  ScenarioDraftOrder,
  ScenarioEdit,
  ScenarioInvoice,
  ScenarioOrder,
  ScenarioStore,
  ScenarioTemplate,
} from './scenarios/scenario.ts'
