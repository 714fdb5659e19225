import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import arrows from './arrows.mjs'

// The arrows alone, over the rooms: quick, and a result of its own.
/** @type {import("eslint").Linter.Config[]} */
const config = [
  { linterOptions: { reportUnusedDisableDirectives: false } },
  ...svelte.configs.base,
  {
    files: ['**/*.ts', '**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    plugins: { leadline: arrows },
    rules: { 'leadline/arrows': 'error' }
  },
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } }
]

export default config
