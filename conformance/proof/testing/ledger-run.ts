// Takes its turn, notes what it must undo, and stays until it is killed.
//     node --import tsx ledger-run.ts FOLDER DEPLOYMENT
import { Ledger } from '../../server/store/ledger.ts'

const [folder = '', deployment = ''] = process.argv.slice(2)
const ledger = await Ledger.open(folder, deployment)
await ledger.takeTurn()
ledger.created('templates', 1)
ledger.created('customers', 2)
ledger.changing({ footer_message: 'as it was' })
process.stdout.write('ready\n')
setInterval(() => {}, 1000)
