import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesBelow, parse, resolver } from './modules'

/** Loaded by scripts after compilation. */
const entries = ['electron/sandbox/cli/index.ts']

const every = '*'

interface Module {
  /** Exported names, with their origin if re-exported. */
  readonly exports: Map<string, { readonly from: string; readonly name: string } | null>
  /** Modules re-exported completely. */
  readonly all: string[]
  /** By module and name. */
  readonly uses: (readonly [module: string, name: string])[]
}

const isExported = (node: ts.Node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

function declaredNames(node: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(node)) {
    const names: string[] = []
    const add = (name: ts.BindingName): void =>
      ts.isIdentifier(name)
        ? void names.push(name.text)
        : name.elements.forEach((element) => ts.isBindingElement(element) && add(element.name))
    node.declarationList.declarations.forEach(({ name }) => add(name))
    return names
  }
  const { name } = node as { readonly name?: ts.Node }
  return name && ts.isIdentifier(name) ? [name.text] : []
}

function read(file: string, resolve: (from: string, specifier: string) => string | undefined): Module {
  const module: Module = { exports: new Map(), all: [], uses: [] }
  const source = parse(file)
  const hasCalls = /\bimport\(|[mM]ock\(/.test(source.text)
  const target = (node: ts.Node | undefined) =>
    node && ts.isStringLiteralLike(node) ? resolve(file, node.text) : undefined
  const look = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const from = target(node.argument.literal)
      if (from) module.uses.push([from, node.qualifier?.getText(source) ?? every])
    } else if (ts.isCallExpression(node) && node.arguments[0]) {
      // import() and mocks.
      const from = target(node.arguments[0])
      if (from) module.uses.push([from, every])
    }
    ts.forEachChild(node, look)
  }
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) {
      const from = target(node.moduleSpecifier)
      const clause = node.importClause
      if (!from || !clause) continue
      if (clause.name) module.uses.push([from, 'default'])
      const bindings = clause.namedBindings
      if (bindings && ts.isNamespaceImport(bindings)) module.uses.push([from, every])
      else
        bindings?.elements.forEach(({ name, propertyName }) =>
          module.uses.push([from, (propertyName ?? name).text])
        )
    } else if (ts.isExportDeclaration(node)) {
      const from = target(node.moduleSpecifier)
      if (!node.exportClause) module.all.push(...(from ? [from] : []))
      else if (ts.isNamedExports(node.exportClause))
        for (const { name, propertyName } of node.exportClause.elements)
          module.exports.set(name.text, from ? { from, name: (propertyName ?? name).text } : null)
    } else {
      if (isExported(node)) for (const name of declaredNames(node)) module.exports.set(name, null)
      if (hasCalls) look(node)
    }
  }
  return module
}

/** Exports of `own` without importers, as "file: name". */
function unusedExports(own: readonly string[], all: readonly string[]): readonly string[] {
  const resolve = resolver(all)
  const modules = new Map(all.map((file) => [file, read(file, resolve)]))
  const used = new Set<string>()
  const use = (file: string, name: string): void => {
    const key = `${file}: ${name}`
    const module = modules.get(file)
    if (!module || used.has(key)) return
    used.add(key)
    if (name === every) {
      for (const each of module.exports.keys()) use(file, each)
      for (const from of module.all) use(from, every)
      return
    }
    const passedOn = module.exports.get(name)
    if (passedOn) use(passedOn.from, passedOn.name)
    if (passedOn === undefined) for (const from of module.all) use(from, name)
  }
  for (const [, { uses }] of modules) for (const [from, name] of uses) use(from, name)
  return own.flatMap((file) =>
    [...modules.get(file)!.exports.keys()]
      .filter((name) => name !== 'default' && !used.has(`${file}: ${name}`))
      .map((name) => `${file}: ${name}`)
  )
}

test('finds every export imported somewhere', () => {
  const own = filesBelow('electron', 'renderer').filter((file) => !entries.includes(file))
  const all = [...filesBelow('electron', 'renderer', 'tests', 'scripts')]
  expect(unusedExports(own, all)).toEqual([])
})
