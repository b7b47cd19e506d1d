import { Command } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import { wholeNumber } from '../../schemas/command-line/whole-number.ts'
import { after, doing, notEmpty, showing } from './flags.ts'
import type { JudgeFlags } from './judge.ts'
import type { ProxyFlags } from './proxy.ts'

/** `conformance proxy` and its flags. */
export function proxyCli(): Command {
  const command = new Command('proxy')
    .description('stand in front of a deployment, pass everything on, and judge what passes')
    .requiredOption(
      '--target <file|url>',
      'address of the deployment, its target file, or where one is served',
    )
    .option('--port <number>', 'where to listen (default: any free port)', wholeNumber(65_535))
    .option(
      '--desk-port <number>',
      'where requests, events and coverage are shown, on this machine alone (default: any free port)',
      wholeNumber(65_535),
    )
    .option('--host <address>', 'where to listen (default: 127.0.0.1)', notEmpty)
    .option('--shared', 'others write to the stores as well: judge only what they cannot explain')
    .option('--quiet', 'show only the requests at which something broke')
    .option('--fail', 'exit 1 when a must clause was broken')
    .addHelpText(
      'after',
      after(
        'Exit codes, at Ctrl-C or SIGTERM: 0, whatever passed; with --fail 1 when a must clause was broken; 2 could not start.',
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
    .description('judge recorded traffic: a HAR, as browsers and proxies save it')
    .argument('<har>', 'file of HAR 1.2')
    .option('--base-url <url>', 'where the API lies; found from the requests when left out')
    .option('--shared', 'others wrote to the stores as well: judge only what they cannot explain')
    .option('--require <list|n>', 'what must be judged, else exit 2; as for run, when left out one clause')
    .option('--strict', 'exit 2 when a must clause is not exercised')
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
    .option('--out <file>', 'write the dialect there that the traffic showed, for mock --dialect')
    .option(
      '--coverage <file>',
      'write there what of the contract was met: JSON, or a page where it ends in .html',
    )
    .addOption(
      repeatable(
        '--report <format=file>',
        'also write json=FILE, junit=FILE, html=FILE or github; repeatable',
      ),
    )
