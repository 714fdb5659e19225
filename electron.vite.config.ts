import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { notesOf } from './scripts/package/changelog.mjs'
import { productionPackages, readDescription } from './scripts/package/production.mjs'

const here = import.meta.dirname

const project = readDescription(here) as {
  readonly version: string
  readonly devDependencies?: Record<string, string>
}

const licenceFile = /^(licen[cs]e|copying|notice|ofl)/i

function licenceOf(folder: string) {
  const { name, version, license = 'see its text' } = readDescription(folder)
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), 'utf8').trim())
  const text = texts.join('\n\n') || `${name} states its licence as ${license} and ships no text of it.`
  return { name, version, licence: license, text }
}

/** Everything that ships with the app, and the runtime itself. */
function collectLicences() {
  const packages = productionPackages(here).slice(1)
  const runtime = [
    licenceOf(path.join(here, 'node_modules/electron')),
    {
      name: 'Chromium',
      version: '',
      licence: 'BSD-3-Clause and others',
      text: 'The licences of Chromium and of all its parts are in the file LICENSES.chromium.html beside the Electron executable.'
    }
  ]
  const all = [...runtime, ...packages.map(({ folder }) => licenceOf(folder))]
  // The same version may be in several folders.
  const unique = new Map(all.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique.values()].sort((one, other) => one.name.localeCompare(other.name))
}

/** Writes `out/licences.json`, which the About view shows. */
const licences = () => ({
  name: 'leadline-licences',
  closeBundle() {
    mkdirSync(path.join(here, 'out'), { recursive: true })
    writeFileSync(path.join(here, 'out/licences.json'), JSON.stringify(collectLicences()))
  }
})

// The oldest runtime that we run on: Electron 33 (Node 20.18, Chromium 130).
export default defineConfig({
  main: {
    plugins: [licences()],
    define: {
      __PINNED_ELECTRON__: JSON.stringify(project.devDependencies?.['electron'] ?? '0'),
      __RELEASE_NOTES__: JSON.stringify(
        notesOf(readFileSync(path.join(here, 'CHANGELOG.md'), 'utf8'), project.version)
      )
    },
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      externalizeDeps: false,
      rollupOptions: {
        // Less to read at each start; names stay, for the reports of errors.
        output: { minify: { compress: true, mangle: false, codegen: true } },
        // The native modules, and what fastify would compile schemas with: the sandbox has none and never loads it.
        external: [
          'keytar',
          '@duckdb/node-bindings',
          '@fastify/ajv-compiler',
          '@fastify/fast-json-stringify-compiler'
        ],
        input: {
          entry: path.join(here, 'electron/main/entry.ts'),
          index: path.join(here, 'electron/main/index.ts'),
          keychain: path.join(here, 'electron/main/connection/keychain/process.ts'),
          recorder: path.join(here, 'electron/main/recording/process.ts'),
          catalog: path.join(here, 'electron/main/recording/catalog/process.ts'),
          analysis: path.join(here, 'electron/main/recording/analysis/process.ts'),
          sealing: path.join(here, 'electron/main/recording/sealing/process.ts'),
          replay: path.join(here, 'electron/main/recording/replay/process.ts'),
          sql: path.join(here, 'electron/main/recording/sql/process.ts'),
          history: path.join(here, 'electron/main/recording/history/process.ts'),
          sandbox: path.join(here, 'electron/main/connection/sandbox/thread.ts'),
          addresses: path.join(here, 'electron/engine/records/addresses/worker/entry.ts')
        }
      }
    }
  },
  preload: {
    build: {
      target: 'node20.18',
      outDir: 'out/preload',
      externalizeDeps: false,
      minify: true,
      rollupOptions: {
        input: {
          index: path.join(here, 'electron/preload/index.ts'),
          targets: path.join(here, 'electron/preload/targets.ts')
        },
        // A sandboxed preload is one CommonJS file, so they share no module.
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
      rollupOptions: {
        input: {
          index: path.join(here, 'renderer/index.html'),
          sound: path.join(here, 'renderer/sound.html'),
          print: path.join(here, 'renderer/print.html'),
          targets: path.join(here, 'renderer/targets.html')
        },
        // Each file of a page is a request to main: all that pages share is one.
        output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } }
      }
    }
  }
})
