import type { Report } from './report.ts'

/** What was measured, as Markdown. */
export interface Measurements {
  mock: Report
  profile: string
  documents: string
  proxy: string
  suite: string
  /** What mocks of others cost when they were measured last. */
  peers: string
  /** What was tried once, and is told as it was then. */
  experiments: string
}

/** BENCHMARKS.md: all numbers are those of one run, but for what is told at the end. */
export const page = ({
  mock,
  profile,
  documents,
  proxy,
  suite,
  peers,
  experiments,
}: Measurements): string => `\
# Benchmarks

\`npm run bench\` wrote this page, from one run on one machine. What is compared was measured in turn, so that what else the machine did meets all alike:
ratios say more than times. ${mock.setting}

## Requests

The mock, with the journal and on disk, beside a bare Express 5 app that sends the same bytes with \`res.send\`. CPU is the server's, for one request. A create
waits for the disk before it answers, together with all others that wait.

${mock.besideBare}

By the size of the store; the ratio is that of the largest to the smallest. The live heap is what is left after collecting garbage; between
collections the process takes more.

${mock.bySize}

What the journal adds, in ratio to \`mock --journal 0\`; how far one number lies from its neighbours is noise:

${mock.journal}

## Where it goes

\`npm run profile\` tells where the CPU of a request goes, by the files that spend it, at the smallest size. The last two rows are what others take to send the same
bytes. The profile sees the main thread alone; what the threads that write and sync take, and collect garbage, is spread over all rows.

${profile}

## Waiting

How late the event loop came to what was due while clients read, search among it, and something large was done. Collecting garbage, and on a busy machine waiting for a core,
are in it; the last column is the most that the process itself ran at a time, collecting garbage included.

${mock.waits}

## Starting, and the first document

From the start of a process to its first answer, with data on disk; fresh data is the scenario \`default\`. \`mock\` loads Express, the admin API and what draws documents once the start is over.

${mock.start}

In the process of tests, which start mocks and add stores as they go:

${mock.inProcess}

With the scenario of 100,000 invoices:

${mock.large}

## Snapshots

Taken while the indexes of the store, which was just opened, are being made: what the disk takes, and some slices of that.

${mock.snapshots}

## Documents

Beside pdfkit alone in one thread, which sets the same texts at the same places in one shared font. Those of so many lines are drawn one after the other in one thread
too; over HTTP, those of the default scenario side by side, by a mock that has as many processes for them as there are cores, up to eight, after a thousand documents
for each: until then what draws them is not all compiled. Medians of nine rounds; who asks over HTTP takes some of both cores, too.

${documents}

## The proxy

\`conformance proxy --quiet\` beside a proxy of \`node:http\` that only passes on, both in processes of their own, after 30,000 requests each.

${proxy}

## The suite

The whole suite, but for the rate limit, on a mock in a process of its own; the share is what is left of the time when waiting for answers is taken off.

${suite}

## Mocks of others

\`npm run bench -- --peers\` measured these last, with those that were installed, in turn with a bare Express app that sends our bytes: CPU of all their processes for one request,
in medians of five rounds, and the lowest and highest. A thousand invoices each; a create is a plain record to json-server, and the answer that was written down to Prism (from
our OpenAPI document) and WireMock, which keep nothing: they send the same bytes whatever was created, listed or searched for.
All are warmed up as above, but json-server by 300 creates alone, since it writes its whole file anew for each.

${peers}
${experiments}`
