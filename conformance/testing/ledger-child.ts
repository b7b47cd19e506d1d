import { Ledger } from '../store/ledger.ts'

/** A run that notes what it made and is then killed: `node ledger-child.ts FOLDER DEPLOYMENT`. */
const [folder = '', deployment = ''] = process.argv.slice(2)
const ledger = await Ledger.open(folder, deployment)
await ledger.takeTurn()
ledger.created('templates', 1)
ledger.created('customers', 2)
ledger.changing({ footer_message: 'as it was' })
process.stdout.write('ready\n')
setInterval(() => {}, 1000)
