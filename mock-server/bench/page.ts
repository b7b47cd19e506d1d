import type { Report } from './report.ts'

/** Results of a bench, as Markdown. */
export interface Measurements {
  mock: Report
  profile: string
  documents: string
  proxy: string
  suite: string
  /** Results of the latest bench with `--peers`. */
  peers: string
  /** Text of `experiments.md`. */
  experiments: string
}

/** Content of BENCHMARKS.md. All numbers are of one run, except those of `peers` and `experiments`. */
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

\`npm run bench\` writes this page.

## Method

- All numbers are from one run on one machine, except those of the last two sections.
- Compared programs are measured in turn, so other load on the machine affects all of them alike.
- Ratios are therefore more reliable than times.
- Clients and servers run in separate processes.
- CPU is the CPU time of the server's process for one request.
- Warm-up requests come before the first round and are not counted.
- Setting: ${mock.setting}

## Requests

- **mock**: \`mock\` with its request log and its data on disk.
- **bare**: an Express 5 app that sends the same bytes with \`res.send\`.
- **range**: the lowest and the highest ratio of CPU among the rounds.

A create answers after its write to disk. Concurrent creates share one write.

${mock.besideBare}

### Size of the store

The ratio is that of the largest store to the smallest. The live heap is measured after a garbage collection.
Between collections the process needs more memory.

${mock.bySize}

### Cost of the request log

Each number is the CPU of \`mock\`, divided by the CPU of \`mock --journal 0\`.
Differences between neighbouring numbers are noise.

${mock.journal}

## CPU profile

\`npm run profile\` assigns the CPU of a request to the source files that use it. The store has the smallest size.

- The last two rows are servers that send the same bytes.
- The profiler sees only the main thread.
- CPU of other threads is spread over all rows. These threads write, sync and collect garbage.

${profile}

## Event loop delay

Clients send reads and searches during one long action. The delay is how late the event loop runs a timer.

- The delay includes garbage collection. On a busy machine it also includes the wait for a core.
- **longest run** is the longest time that the main thread ran without a pause. It includes garbage collection.

${mock.waits}

## Start and first document

The time is from the start of a process to its first answer, with data on disk. Fresh data is the scenario \`default\`.
After its start, \`mock\` loads Express, the admin API and the PDF renderer.

${mock.start}

A test suite starts mocks and adds stores inside its own process:

${mock.inProcess}

The scenario \`large\` has 100,000 invoices:

${mock.large}

## Snapshots

The store was just opened, and its indexes are still under construction. The time for a snapshot therefore includes the
write to disk and some slices of that work.

${mock.snapshots}

## Documents

- **pdfkit** draws the same texts at the same positions in one shared font. It runs alone in one thread.
- Documents of 5 and 200 lines are drawn one after the other in one thread.
- Over HTTP, clients download the documents of the default scenario concurrently.
- That mock has one process for each core, and at most eight, to draw documents.
- Each of these processes first draws a thousand documents. Before that, its code is not fully compiled.
- The HTTP clients use part of the same cores.
- Numbers are medians of nine rounds.

${documents}

## The proxy

\`conformance proxy --quiet\` is compared with a proxy of \`node:http\` that only forwards. Each runs in a separate process.
Both have forwarded 30,000 requests before the first round.

${proxy}

## The suite

The whole suite, without its checks of the rate limit, judges a mock in a separate process.
The last column is the share of the time in which the suite did not wait for answers.

${suite}

## Other mocks

\`npm run bench -- --peers\` measures the installed mocks in turn with a bare Express app that sends the kit's bytes.
A bench without \`--peers\` copies the latest results.

- Each number is the CPU of all processes of a mock for one request, divided by that of bare Express.
- Numbers are medians of five rounds, with the lowest and the highest round in brackets.
- Each mock has a thousand invoices.
- A create is a plain record in json-server.
- Prism and WireMock keep no state. They send the same bytes after every create, list or search.
- Prism answers from the kit's OpenAPI document, and WireMock from recorded answers.
- All mocks have the same warm-up, with one exception. json-server gets 300 creates, because each create rewrites its whole file.

${peers}
${experiments}`
