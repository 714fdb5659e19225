import process from 'node:process'

/** Of Chromium; resources/linux/leadline starts commands with them. */
const switches = ['--no-sandbox', '--no-zygote', '--log-level=3']
const args = process.argv.slice(process.defaultApp ? 2 : 1)
while (switches.includes(args[0] ?? '')) args.shift()
const [name = '', ...rest] = args

// A link has a colon, a file a dot or a slash. A command ends before Electron is ready, so it needs no display and starts
// no other process.
if (/^[a-z][a-z-]*$/i.test(name)) {
  const { runCommandLine } = await import('./app/command-line')
  process.exit(await runCommandLine(name, rest))
}
await import('./index')
