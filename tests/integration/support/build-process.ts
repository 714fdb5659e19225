import path from 'node:path'
import { build } from 'vite'

const project = path.resolve(import.meta.dirname, '../../..')

/** Builds the entry of one of main's processes for plain Node, inside the project to resolve native modules. */
export async function buildProcess(name: string, entry: string, external: string[] = []): Promise<string> {
  const folder = path.join(project, 'node_modules/.cache/tests', name)
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'node20.18',
      outDir: folder,
      emptyOutDir: true,
      ssr: path.join(project, entry),
      rollupOptions: { external, output: { entryFileNames: `${name}.mjs` } }
    },
    ssr: { noExternal: true, external }
  })
  return path.join(folder, `${name}.mjs`)
}
