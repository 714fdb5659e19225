import path from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

const here = import.meta.dirname

// The oldest runtime that we run on: Electron 33 (Node 20.18, Chromium 130).
export default defineConfig({
  main: {
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      // Only the native module stays outside of the bundle.
      externalizeDeps: false,
      rollupOptions: {
        external: ['keytar'],
        input: {
          index: path.join(here, 'electron/main/index.ts'),
          keychain: path.join(here, 'electron/main/keychain/process.ts')
        }
      }
    }
  },
  preload: {
    build: {
      target: 'node20.18',
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: path.join(here, 'electron/preload/index.ts') },
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    }
  },
  renderer: {
    root: path.join(here, 'renderer'),
    plugins: [svelte()],
    build: {
      target: 'chrome130',
      outDir: path.join(here, 'out/renderer'),
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: { input: { index: path.join(here, 'renderer/index.html') } }
    }
  }
})
