import { ensureDependencies } from './setup/dependencies.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { runScript, say } from './setup/say.mjs'

await runScript(async () => {
  checkNodeVersion()
  await ensureDependencies()
  const [{ createServer }, { galleryOptions }] = await Promise.all([
    import('vite'),
    import('./setup/gallery.mjs')
  ])
  const server = await createServer(galleryOptions)
  await server.listen()
  say(`Gallery: ${server.resolvedUrls?.local[0]}; end it with Ctrl+C`)
  return 0
})
