import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { manifestOf, parseManifestOptions, readSigningKey, usage } from './package/manifest.mjs'
import { callerFolder } from './setup/options.mjs'
import { readJson, root } from './setup/paths.mjs'
import { runScript, say } from './setup/say.mjs'

/** Nothing that runs from here on sees the private key. */
function takeKey() {
  const pem = process.env['LEADLINE_UPDATE_SIGNING_KEY'] ?? ''
  delete process.env['LEADLINE_UPDATE_SIGNING_KEY']
  return pem
}

await runScript(async () => {
  const pem = takeKey()
  const options = parseManifestOptions(
    process.argv.slice(2),
    callerFolder(),
    path.join(root, 'dist/leadline.json')
  )
  if (options === 'help') {
    say(usage)
    return 0
  }
  const { version } = /** @type {{ version: string }} */ (readJson(path.join(root, 'package.json')))
  const reader = await bundle('electron/engine/app/updates/manifest.ts', 'manifest')
  const { readManifest } = await import(pathToFileURL(reader).href)
  const text = manifestOf(options, {
    version,
    changelog: fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'),
    now: Date.now(),
    key: readSigningKey(pem, process.env['LEADLINE_UPDATE_KEYS'] ?? ''),
    read: readManifest
  })
  fs.mkdirSync(path.dirname(options.out), { recursive: true })
  fs.writeFileSync(`${options.out}.part`, text)
  fs.renameSync(`${options.out}.part`, options.out)
  say(`Manifest: ${options.out}, version ${version}, valid for ${options.days} days`)
  return 0
})
