/** A statement; a name has the server keep its plan. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface Queries {
  query<R extends object>(statement: Statement): Promise<R[]>
}

/** To whom it matters how long a statement takes. */
export interface Changes extends Queries {
  /** Resolves to the number of rows that a statement changed which tells none of them: so the driver has nothing to read. */
  change(statement: Statement): Promise<number>
}

/** What is used of the driver's pool and connections: its own types are not there where it is not installed. */
export interface Driver {
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<Result>
}

interface Result {
  rows: unknown[]
  rowCount: number | null
}

/** Resolves to the rows that a statement comes to. */
export async function asked<R extends object>(by: Driver, statement: Statement): Promise<R[]> {
  const { rows } = await send(by, statement)
  return rows as R[] // who asks knows what the statement selects
}

/** Resolves to the number of rows that a statement changed. */
export async function changed(by: Driver, statement: Statement): Promise<number> {
  const { rowCount } = await send(by, statement)
  return rowCount ?? 0
}

const send = (by: Driver, { name, text, values = [] }: Statement): Promise<Result> =>
  by.query({ ...(name !== undefined && { name }), text, values: [...values] })
