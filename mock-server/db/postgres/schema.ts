import { ServerRefused } from './place.ts'
import type { Server } from './server.ts'
import type { Queries } from './statement.ts'

/**
 * What makes each version of the schema of the one before. A log is what happened to a store, or to what belongs to the whole
 * system (store 0): groups of changes, one after the other, from a snapshot on. One of no store is kept for copies alone.
 */
const MIGRATIONS: readonly string[] = [
  `create table logs (
     id bigint generated always as identity primary key,
     store int unique,
     head bigint not null default 0,
     base bigint not null default 0,
     size bigint not null default 0
   ) with (fillfactor = 50);
   create table journal (
     log bigint not null references logs on delete cascade,
     seq bigint not null,
     id uuid not null,
     body text not null,
     primary key (log, seq)
   );
   create table snapshots (
     log bigint not null references logs on delete cascade,
     seq bigint not null,
     part int not null,
     body text not null,
     primary key (log, seq, part)
   );
   create table copied (
     copy text not null,
     store int not null,
     log bigint not null references logs,
     seq bigint not null,
     start bigint,
     used int,
     primary key (copy, store)
   );
   create index on copied (log);
   create unlogged table windows (
     log bigint primary key references logs on delete cascade,
     start bigint not null,
     used int not null,
     at bigint not null,
     length bigint not null,
     counts int not null
   ) with (fillfactor = 50);`,
  `create sequence told_numbers;
   create unlogged table told (
     number bigint primary key default nextval('told_numbers'),
     replica text not null,
     at bigint not null,
     topic text not null,
     value text not null
   );`,
  // What is told is gone soon: packing it would be in vain.
  `drop table told;
   create unlogged table told (
     number bigint primary key,
     count int not null,
     replica text not null,
     batch uuid not null unique,
     body text not null
   );
   alter table told alter column body set storage external;`,
  // A thousand groups are soon a snapshot, which is packed: packing each takes half as long as keeping it does.
  'alter table journal alter column body set storage external;',
]

/** The schema that all tables stand in. */
export const SCHEMA = 'invoicing_kit'

/** So that of several that start at once only one changes the schema. */
const LOCK = 0x1_4b_69_74

/** Makes the tables, or brings those of an earlier version up to this one. @throws DatabaseRefused where a later version made them */
export async function prepareSchema(server: Server): Promise<void> {
  await server.transaction(async (queries) => {
    await queries.query({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] })
    const found = await versionIn(queries)
    if (found > MIGRATIONS.length)
      throw new ServerRefused(
        server.place,
        `has format version ${found}, and this version of the kit reads none above ${MIGRATIONS.length}. ` +
          'It was left unchanged: use a newer version of the kit, or another database.',
      )
    if (found === MIGRATIONS.length) return
    await queries.query({ text: `set local search_path to ${SCHEMA}` })
    for (const migration of MIGRATIONS.slice(found)) await queries.query({ text: migration })
    await queries.query({ text: `update ${SCHEMA}.format set version = ${MIGRATIONS.length}` })
  })
}

async function versionIn(queries: Queries): Promise<number> {
  const [there] = await queries.query({ text: `select 1 from pg_namespace where nspname = '${SCHEMA}'` })
  if (!there) await queries.query({ text: `create schema ${SCHEMA}` })
  const [table] = await queries.query({ text: `select 1 where to_regclass('${SCHEMA}.format') is not null` })
  if (!table) {
    await queries.query({ text: `create table ${SCHEMA}.format (version int not null)` })
    await queries.query({ text: `insert into ${SCHEMA}.format values (0)` })
  }
  const [row] = await queries.query<{ version: number }>({ text: `select version from ${SCHEMA}.format` })
  return row?.version ?? 0
}
