import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeOf, filesBelow, resolver } from './modules'

type Graph = ReadonlyMap<string, readonly string[]>

/** Null if there is none. */
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

function projectGraph(): Graph {
  const files = filesBelow('electron', 'renderer')
  const resolve = resolver(files)
  const importsOf = (file: string) =>
    ts
      .preProcessFile(codeOf(file))
      .importedFiles.map(({ fileName }) => resolve(file, fileName))
      .filter((target) => target !== undefined)
  return new Map(files.map((file) => [file, importsOf(file)]))
}

test('finds cycles of any length, and no diamonds', () => {
  const graph = (edges: Record<string, string[]>): Graph => new Map(Object.entries(edges))
  expect(findCycle(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toBeNull()
  expect(findCycle(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual(['b', 'c', 'd', 'b'])
})

test('finds no import cycles, not even for types', () => {
  const graph = projectGraph()
  expect(graph.get('electron/main/index.ts')).toContain('electron/main/features.ts')
  expect(graph.get('renderer/App.svelte')).toContain('renderer/lib/desk.ts')
  expect(findCycle(graph)).toBeNull()
})
