import { defineConfig } from '@playwright/test'

// Each of the workers has a desktop of its own: this file is read in each of them, before its tests.
const desktops = JSON.parse(process.env['LEADLINE_DESKTOPS'] ?? '[]') as Record<string, string>[]
Object.assign(process.env, desktops[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)])

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // All files are in one project: a worker and its app end with their project. None of the last ones by name takes long.
  workers: Math.max(1, desktops.length),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']]
})
