import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { targetOf } from '../../../scripts/lint/arrows.mjs'

const root = path.resolve(import.meta.dirname, '../../..')

type Graph = ReadonlyMap<string, readonly string[]>

/** The first cycle that is found, from a file back to itself; null where there is none. */
function findCycle(graph: Graph): readonly string[] | null {
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (file: string): readonly string[] | null => {
    if (done.has(file)) return null
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    trail.push(file)
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    trail.pop()
    done.add(file)
    return null
  }
  for (const file of graph.keys()) {
    const cycle = visit(file)
    if (cycle) return cycle
  }
  return null
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const script = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code).join('\n')
    : text
  return ts.preProcessFile(script).importedFiles.map(({ fileName }) => fileName)
}

function projectGraph(): Graph {
  const files = ['electron', 'renderer'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
      .filter((name) => /\.(ts|svelte)$/.test(name))
  )
  const known = new Set(files)
  const fileOf = (target: string | null) =>
    target === null
      ? undefined
      : [target, `${target}.ts`, `${target}/index.ts`].find((name) => known.has(name))
  return new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .map((specifier) => fileOf(targetOf(file, specifier)))
        .filter((target) => target !== undefined)
    ])
  )
}

test('a cycle is found, however long, and a diamond is none', () => {
  const graph = (edges: Record<string, string[]>): Graph => new Map(Object.entries(edges))
  expect(findCycle(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeNull()
  expect(findCycle(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual(['b', 'c', 'd', 'b'])
})

test('no file imports itself by way of others, not even for a type', () => {
  const graph = projectGraph()
  expect(graph.get('electron/main/index.ts')).toContain('electron/main/features.ts')
  expect(graph.get('renderer/App.svelte')).toContain('renderer/lib/desk.ts')
  expect(findCycle(graph)).toBeNull()
})
