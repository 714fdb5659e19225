import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { targetOf } from '../../../scripts/lint/arrows.mjs'

export const root = path.resolve(import.meta.dirname, '../../..')

export const filesBelow = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
      .filter((name) => /\.(ts|mjs|svelte)$/.test(name))
  )

export const readText = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Without the exports of instances. */
export const scriptsOf = (text: string): string =>
  [...text.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
    .map(([, attributes = '', code = '']) =>
      attributes.includes('module') ? code : code.replaceAll(/^\s*export (?=const|let|function|async)/gm, '')
    )
    .join('\n')

export const codeOf = (file: string): string =>
  file.endsWith('.svelte') ? scriptsOf(readText(file)) : readText(file)

export const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, codeOf(file), ts.ScriptTarget.Latest, false, ts.ScriptKind.TS)

/** Undefined for packages. */
export function resolver(files: readonly string[]): (from: string, specifier: string) => string | undefined {
  const known = new Set(files)
  return (from, specifier) => {
    const target = targetOf(from, specifier)
    if (target === null) return undefined
    return [target, `${target}.ts`, `${target}/index.ts`].find((name) => known.has(name))
  }
}
