import { runCommandLine } from './command-line.mjs'

await runCommandLine('desk')
