/** Options of a child process, its only argument as JSON. */
export interface ChildOptions {
  /** URL of the module that exports `perform`. */
  entry: string
  /** Id of the process that started it. */
  parent: number
  /** Maximum resident memory of the child. */
  megabytes: number
}

/** Message to a child process. */
export interface JobMessage {
  job: unknown
}

/** Message of a child process. */
export type ChildMessage =
  | { kind: 'ready' }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; message: string }

/** The module that a child process imports. */
export interface Entry {
  perform(job: unknown): unknown
}
