import { pathToFileURL } from 'node:url'

// Runs a program that was bundled, because it contains modules of the app.
const valueOf = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
await import(pathToFileURL(valueOf('program')).href)
