import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

// What Electron's own default app does: run the application folder named on the command line. It is awaited while
// this module loads, thus before `ready`, so that privileged schemes can still be registered.
const require = createRequire(import.meta.url)
const args = process.argv.slice(1)
for (let i = 0; i < args.length; i++) {
  const arg = args[i]
  if (arg === '-r' || arg === '--require') require(args[++i])
  else if (!arg.startsWith('-')) {
    const folder = path.resolve(arg)
    const description = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    app.setName(description.productName ?? description.name)
    app.setVersion(description.version)
    app.setAppPath(folder)
    await import(pathToFileURL(path.join(folder, description.main)).href)
    break
  }
}
