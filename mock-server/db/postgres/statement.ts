import type { Pool, PoolClient } from 'pg'

/** A statement; a name has the server keep its plan. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface Queries {
  query<R extends object>(statement: Statement): Promise<R[]>
}

/** Resolves to the rows that a statement comes to. */
export async function asked<R extends object>(
  by: Pool | PoolClient,
  { name, text, values = [] }: Statement,
): Promise<R[]> {
  const { rows } = await by.query({ ...(name !== undefined && { name }), text, values: [...values] })
  return rows
}
