import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import arrows from './scripts/lint/arrows.mjs'
import svelteConfig from './svelte.config.js'

// Svelte files alone: the linter of all others (.oxlintrc.json) does not know them.
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
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig }
    }
  }
)
