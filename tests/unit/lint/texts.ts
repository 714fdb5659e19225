import { parse as parseSvelte } from 'svelte/compiler'
import ts from 'typescript'
import { scriptsOf } from './modules'

interface TemplateNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** With the attribute it belongs to. */
interface Piece {
  readonly text: string
  readonly attribute: string | null
}

/** What a file consists of, parsed once for all that is asked of it. */
export interface Pieces {
  readonly code: readonly { readonly source: ts.SourceFile; readonly attribute: string | null }[]
  readonly words: readonly Piece[]
}

const isNode = (value: unknown): value is TemplateNode =>
  typeof value === 'object' && value !== null && typeof (value as TemplateNode).type === 'string'

const attributeOf = (node: TemplateNode) =>
  node.type === 'Attribute' ? (node['name'] as string) : node.type.endsWith('Directive') ? 'style' : null

/** Scripts and styles are not parsed as parts of the markup. */
const markupOf = (text: string) =>
  text.replaceAll(
    /(<(script|style)[^>]*>)([^]*?)(?=<\/\2>)/g,
    (_, tag: string, _name: string, content: string) => tag + ' '.repeat(content.length)
  )

export function piecesOf(file: string, text: string): Pieces {
  const code: Piece[] = [{ text: file.endsWith('.svelte') ? scriptsOf(text) : text, attribute: null }]
  const words: Piece[] = []
  const walk = (node: TemplateNode, attribute: string | null): void => {
    const own = text.slice(node.start, node.end)
    if (node.type === 'Text') words.push({ text: node['data'] as string, attribute })
    else if (node.type === 'VariableDeclaration') code.push({ text: own, attribute })
    else if (/(Expression|Literal)$/.test(node.type)) code.push({ text: `(${own})`, attribute })
    else
      for (const child of Object.values(node).flat().filter(isNode))
        walk(child, child.type === 'Fragment' ? null : (attributeOf(node) ?? attribute))
  }
  if (file.endsWith('.svelte')) {
    const { fragment }: { readonly fragment: unknown } = parseSvelte(markupOf(text), { modern: true })
    if (!isNode(fragment)) throw new Error(`${file} has no markup to read.`)
    walk(fragment, null)
  }
  return { code: code.map((piece) => ({ source: parse(piece.text), attribute: piece.attribute })), words }
}

const parse = (code: string) =>
  ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)

const isType = (node: ts.Node) =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)

const isModulePart = (node: ts.Node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node)

/** Two words, or one like a sentence; not `camelCase` or `Content-Type`. */
const sentence =
  /^(?![.#[]\S).*(\p{L}{2,}[,;:.…]?\s+[“‘(]?\p{L}|\p{L}\s+\p{L}{2,})|^[^\p{L}#./@<[]*\p{Lu}\p{Ll}+(?![\p{L}\d]*\p{Lu}|[-_/+]\p{L}|\.\p{L})/su
const anyWord = /^(?!\w+\.\w+$).*\p{L}{2,}/su

const shownAttribute = /^(title|label|placeholder|alt|aria-(label|description|valuetext|roledescription))$/
const hiddenAttribute =
  /^(class|style|id|name|type|href|src|role|rel|target|lang|d|viewBox|autocomplete|data-.*|aria-(live|\w+by|controls|haspopup|current))$/

/** Calls with names, patterns or log lines. */
const quietCall =
  /\b(log|console)\b.*\.(debug|info|warn|error)$|(^|\.)(querySelector(All)?|closest|matches|getElementById|getPropertyValue|setProperty|matchMedia|MediaQuery|(add|remove)EventListener|(set|get)Header|includes|startsWith|endsWith|indexOf|split|has|get|delete|Error|TypeError|RangeError|SyntaxError|DOMException|RegExp|Symbol|literal|picklist|marks\.set|mark|markWhenShown|ports\.log|malformed|unrecognized|executeJavaScript|warn)$/s
const quietKey = /^(detail|key|bareKey|code|class|id|type|kind|accelerator|role)$/
const comparison = /^(===?|!==?|in|[<>]=?)$/

/** Whether the texts are not shown. */
function isQuiet(node: ts.Node): boolean {
  if (isType(node) || isModulePart(node)) return true
  const { parent } = node
  if (ts.isPropertyAssignment(parent)) return node === parent.name || quietKey.test(parent.name.getText())
  if (ts.isElementAccessExpression(parent)) return node === parent.argumentExpression
  if (ts.isBinaryExpression(parent)) return comparison.test(parent.operatorToken.getText())
  if (ts.isCaseClause(parent)) return node === parent.expression
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return node !== parent.expression && quietCall.test(parent.expression.getText())
  return false
}

/** The node or what it is in; asked of few nodes, because it reads their texts. */
const isWithinQuiet = (node: ts.Node): boolean =>
  !ts.isSourceFile(node) && (isQuiet(node) || isWithinQuiet(node.parent))

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => '0' + literal.text).join('')
}

/** Values are written as 0. */
export function sentencesIn(pieces: Pieces): readonly string[] {
  const found: string[] = []
  const isShown = (words: string, attribute: string | null, otherwise: RegExp) => {
    if (attribute !== null && hiddenAttribute.test(attribute)) return false
    return (attribute !== null && shownAttribute.test(attribute) ? anyWord : otherwise).test(words)
  }
  const add = (words: string) => found.push(words.trim().replaceAll(/\s+/g, ' '))
  for (const { source, attribute } of pieces.code) {
    const look = (node: ts.Node): void => {
      const words = textOf(node)
      if (words !== null && isShown(words, attribute, sentence) && !isWithinQuiet(node)) add(words)
      ts.forEachChild(node, look)
    }
    ts.forEachChild(source, look)
  }
  for (const { text: words, attribute } of pieces.words)
    if (isShown(words, attribute, attribute ? sentence : anyWord)) add(words)
  return found
}

const plain = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node) || ts.isAsExpression(node)
    ? plain(node.expression)
    : node

/** As `statementsText.fetch.title`. */
export function textsIn(code: string): readonly string[] {
  const found: string[] = []
  const look = (value: ts.Expression, path: string): void => {
    const object = plain(value)
    if (!ts.isObjectLiteralExpression(object)) return void found.push(path)
    for (const property of object.properties) {
      const own = `${path}.${property.name?.getText().replaceAll(/^['"]|['"]$/g, '')}`
      if (ts.isPropertyAssignment(property)) look(property.initializer, own)
      else found.push(own)
    }
  }
  for (const statement of parse(code).statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isCallExpression(initializer)) continue
      const [catalogues] = initializer.arguments
      if (initializer.expression.getText() !== 'choose' || !catalogues) continue
      if (!ts.isObjectLiteralExpression(catalogues)) continue
      for (const language of catalogues.properties)
        if (ts.isPropertyAssignment(language) && language.name.getText() === 'en')
          look(language.initializer, name.getText())
    }
  }
  return found
}

/** Used texts or groups; `catalogues` are the names. */
export function usedTexts(pieces: Pieces, catalogues: readonly string[]): readonly string[] {
  const used: string[] = []
  const names = new Map(catalogues.map((name) => [name, name]))
  const pathOf = (node: ts.Node): string | null => {
    if (ts.isIdentifier(node)) return names.get(node.text) ?? null
    const isDotted = ts.isPropertyAccessExpression(node)
    if (!isDotted && !ts.isElementAccessExpression(node)) return null
    const path = pathOf(node.expression)
    if (path === null) return null
    if (isDotted) return `${path}.${node.name.text}`
    return ts.isStringLiteralLike(node.argumentExpression) ? `${path}.${node.argumentExpression.text}` : path
  }
  /** `const text = statementsText.fetch` creates an alias. */
  const rename = (name: ts.BindingName, path: string): void => {
    if (ts.isIdentifier(name)) return void names.set(name.text, path)
    for (const element of name.elements)
      if (ts.isBindingElement(element))
        rename(element.name, `${path}.${(element.propertyName ?? element.name).getText()}`)
  }
  const look = (node: ts.Node): void => {
    if (isType(node) || isModulePart(node)) return
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const path = pathOf(node.initializer)
      if (path !== null && !ts.isElementAccessExpression(node.initializer)) return rename(node.name, path)
    }
    const path = pathOf(node)
    if (path !== null) used.push(path)
    if (path === null) ts.forEachChild(node, look)
    else if (ts.isElementAccessExpression(node)) look(node.argumentExpression)
  }
  for (const { source } of pieces.code) ts.forEachChild(source, look)
  return used
}
