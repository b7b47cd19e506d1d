/** A statement; a name has the server keep its plan. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface Queries {
  query<R extends object>(statement: Statement): Promise<R[]>
}

/** What is used of the driver's pool and connections: its own types are not there where it is not installed. */
export interface Driver {
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>
}

/** Resolves to the rows that a statement comes to. */
export async function asked<R extends object>(
  by: Driver,
  { name, text, values = [] }: Statement,
): Promise<R[]> {
  const { rows } = await by.query({ ...(name !== undefined && { name }), text, values: [...values] })
  return rows as R[] // who asks knows what the statement selects
}
