import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import arrows from './scripts/lint/arrows.mjs'
import svelteConfig from './svelte.config.js'

// One value for all files: the type service reloads every project when it changes between two files.
const extraFileExtensions = ['.svelte']

export default ts.config(
  { ignores: ['out/', 'node_modules/', 'test-results/', 'tests/fixtures/'] },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    plugins: { leadline: arrows },
    rules: {
      'leadline/arrows': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-undef': 'off',
      eqeqeq: 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }]
    }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, extraFileExtensions, svelteConfig }
    }
  },
  {
    // Floating promises are the bugs that types alone let through.
    files: ['electron/**/*.ts', 'renderer/**/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions }
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error'
    }
  },
  { files: ['scripts/**', 'tests/**', 'electron/sandbox/cli/**'], rules: { 'no-console': 'off' } }
)
