import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesBelow, parse } from './modules'

const kinds = /^(BrowserWindow|BaseWindow|WebContentsView|BrowserView)$/
const hardened = /^webPreferences\(/

/** As written; null if missing. */
function preferencesIn(file: ts.SourceFile): readonly (string | null)[] {
  const found: (string | null)[] = []
  const look = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && kinds.test(node.expression.getText(file))) {
      const [options] = node.arguments ?? []
      const given =
        options && ts.isObjectLiteralExpression(options)
          ? options.properties.find((one) => one.name?.getText(file) === 'webPreferences')
          : undefined
      found.push(given && ts.isPropertyAssignment(given) ? given.initializer.getText(file) : null)
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

test('finds windows created differently', () => {
  const code = `new BrowserWindow({ webPreferences: { sandbox: true } }); new WebContentsView(); new BrowserWindow({ webPreferences: webPreferences(own) })`
  const found = preferencesIn(ts.createSourceFile('sample.ts', code, ts.ScriptTarget.Latest, true))
  expect(found.map((given) => given !== null && hardened.test(given))).toEqual([false, false, true])
})

test('finds only windows with hardened preferences', () => {
  const made = filesBelow('electron/main').flatMap((file) =>
    preferencesIn(parse(file)).map((given) => [file, given] as const)
  )
  expect(made.length).toBeGreaterThan(2)
  expect(made.filter(([, given]) => given === null || !hardened.test(given))).toEqual([])
})
