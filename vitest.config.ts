import process from 'node:process'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** A guard against hanging, not a measure: a busy machine may be twenty times slower than a quiet one. */
const testTimeout = 180_000
/** The same for a condition. */
const waiting = { poll: { timeout: 60_000, interval: 20 } }

const node = (
  name: string,
  options: {
    readonly fileParallelism?: boolean
    readonly isolate?: boolean
    readonly maxWorkers?: number
    readonly sequence?: { readonly groupOrder: number }
    readonly setupFiles?: string[]
  } = {}
) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    environment: 'node',
    testTimeout,
    hookTimeout: testTimeout,
    expect: waiting,
    ...options
  }
})

/** An environment limits its token requests, so the contract suite goes through it one file after the other. */
const ownSandbox = (process.env['LEADLINE_BASE_URL'] ?? '') === ''

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: ['tests/temporary-folder.ts'],
    projects: [
      // Hundreds of small files: a process for each would take longer than their tests.
      node('unit', { isolate: false, setupFiles: ['tests/property-failures.ts'] }),
      node('contract', { fileParallelism: ownSandbox }),
      // Its tests wait a lot, for servers and processes. Another number of workers needs a group of its own.
      node('integration', { isolate: false, maxWorkers: 3, sequence: { groupOrder: 1 } }),
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'view',
          include: ['tests/view/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout,
          hookTimeout: testTimeout,
          expect: waiting,
          isolate: false,
          setupFiles: ['tests/view/support/setup.ts']
        }
      }
    ]
  }
})
