import { Command } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import { wholeNumber } from '../../schemas/command-line/whole-number.ts'
import { after, doing, notEmpty, showing } from './flags.ts'
import type { JudgeFlags } from './judge.ts'
import type { ProxyFlags } from './proxy.ts'

/** `conformance proxy` and its flags. */
export function proxyCli(): Command {
  const command = new Command('proxy')
    .description('run a proxy in front of a deployment and judge the traffic')
    .requiredOption(
      '--target <file|url>',
      'address of the deployment, its target file, or the URL of a target file',
    )
    .option('--port <number>', 'port to listen on (default: any free port)', wholeNumber(65_535))
    .option(
      '--desk-port <number>',
      'port of the page with requests, events and coverage, on loopback only (default: any free port)',
      wholeNumber(65_535),
    )
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)', notEmpty)
    .option('--shared', 'other clients write to the stores too: judge only what their writes cannot explain')
    .option('--quiet', 'print only requests that break a clause')
    .option('--fail', 'exit with 1 if a must clause was broken')
    .addHelpText(
      'after',
      after(
        'Exit codes, after Ctrl-C or SIGTERM: 0; with --fail 1 if a must clause was broken; 2 could not start.',
        'proxy --target https://billing.example/api/v1/external --port 4020',
        'proxy --target target.json --out dialect.json --report html=report.html --fail',
      ),
    )
  return doing(writing(command), async (flags: ProxyFlags) =>
    (await import('./proxy.ts')).proxyCommand(flags),
  )
}

/** `conformance judge` and its flags. */
export function judgeCli(): Command {
  const command = new Command('judge')
    .description('judge recorded traffic from a HAR file of a browser or proxy')
    .argument('<har>', 'HAR 1.2 file')
    .option('--base-url <url>', 'base URL of the API; detected from the requests if left out')
    .option('--shared', 'other clients wrote to the stores too: judge only what their writes cannot explain')
    .option('--require <list|n>', 'clauses that must be judged, as for run (default: one clause)')
    .option('--strict', 'exit with 2 if a must clause is not exercised')
    .addHelpText(
      'after',
      after(
        'Exit codes: as run; 2 too when the file is no HAR, or holds no request to the API.',
        'judge session.har --report html=report.html',
        'judge session.har --base-url https://billing.example/api/v1/external --require list,read',
      ),
    )
  return doing(writing(command), async (file: string, flags: JudgeFlags) =>
    (await import('./judge.ts')).judgeCommand(file, flags),
  )
}

/** What both write of the traffic. */
const writing = (command: Command): Command =>
  showing(command)
    .option('--out <file>', 'write the dialect of the traffic to this file, for mock --dialect')
    .option(
      '--coverage <file>',
      'write the coverage of the contract to this file: a page if the name ends in .html, else JSON',
    )
    .addOption(
      repeatable(
        '--report <format=file>',
        'also write json=FILE, junit=FILE, html=FILE or github; repeatable',
      ),
    )
