import process from 'node:process'
import { openDirect } from './direct-socket'

/** A bare socket in a process of its own: the description of the sandbox. */
const [description = ''] = process.argv.slice(2)
await openDirect(JSON.parse(description), () => undefined)
process.stdout.write('open\n')
