import path from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { root } from './paths.mjs'

/**
 * The page of all components. No build of the app includes it.
 *
 * @type {import('vite').InlineConfig}
 */
export const galleryOptions = {
  configFile: false,
  root: path.join(root, 'renderer/gallery'),
  plugins: [svelte({ configFile: false })],
  server: { host: '127.0.0.1', fs: { allow: [root] } },
  preview: { host: '127.0.0.1' }
}
