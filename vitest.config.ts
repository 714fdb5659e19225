import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const node = (name: string) => ({
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node', testTimeout: 30_000 }
})

export default defineConfig({
  test: {
    projects: [
      node('unit'),
      node('contract'),
      node('integration'),
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'view',
          include: ['tests/view/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout: 30_000
        }
      }
    ]
  }
})
