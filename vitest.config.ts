import process from 'node:process'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** A guard against hanging, not a measure: a busy machine may be twenty times slower than a quiet one. */
const testTimeout = 180_000

const node = (name: string, fileParallelism = true) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    environment: 'node',
    testTimeout,
    fileParallelism
  }
})

/** An environment limits its token requests, so the contract suite goes through it one file after the other. */
const ownSandbox = (process.env['LEADLINE_BASE_URL'] ?? '') === ''

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      node('unit'),
      node('contract', ownSandbox),
      node('integration'),
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'view',
          include: ['tests/view/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout
        }
      }
    ]
  }
})
