import { spawnSync } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import ts from 'typescript'
import { forbidden, rooms } from '../../../scripts/lint/arrows.mjs'
import { freshFolder } from '../../integration/support/folder'

const root = path.resolve(import.meta.dirname, '../../..')

/** Files with forbidden imports and the expected room. */
const wrong: [file: string, specifier: string][] = [
  ['electron/shared/domain/a.ts', '../contract/base/call'],
  ['electron/shared/domain/a.ts', '#shared/contract/base/call'],
  ['electron/shared/domain/a.ts', 'node:fs'],
  ['electron/shared/domain/a.ts', 'svelte'],
  ['electron/shared/domain/base/a.ts', '../market/tape'],
  ['electron/shared/wire/a.ts', '../contract/base/call'],
  ['electron/shared/contract/a.ts', '#engine/base/log/log'],
  ['electron/shared/contract/market/a.ts', '../records/addresses'],
  ['electron/engine/a.ts', 'electron'],
  ['electron/engine/base/log/a.ts', '#main/index'],
  ['electron/engine/base/log/a.ts', '../../connection'],
  ['electron/engine/connection/a.ts', '../market/hub'],
  ['electron/engine/market/a.ts', '#engine/records/addresses/index'],
  ['electron/engine/market/a.ts', '#engine/recording/index'],
  ['electron/engine/a.ts', '../sandbox/index'],
  ['electron/sandbox/a.ts', '#engine/base/log/log'],
  ['electron/sandbox/a.ts', '../shared/contract/base/call'],
  ['electron/main/base/a.ts', '../workspace/windows/registry'],
  ['electron/main/market/a.ts', '../app/tray/index'],
  ['electron/preload/a.ts', '../main/index'],
  ['electron/preload/a.ts', '#engine/base/log/log'],
  ['renderer/lib/a.ts', '../../electron/main/index'],
  ['renderer/lib/a.ts', '#engine/base/log/log'],
  ['renderer/lib/a.ts', '#shared/wire/token'],
  ['renderer/lib/a.ts', '../panels/shell/state'],
  ['renderer/lib/a.ts', 'electron'],
  ['renderer/lib/a.ts', 'node:fs'],
  ['renderer/app/settings/a.ts', '../connections/view'],
  ['renderer/app/settings/a.svelte', '../connections/View.svelte'],
  ['renderer/records/addresses/a.ts', '../statements/words'],
  ['renderer/panels/depth/a.ts', '../book/tip'],
  ['renderer/panels/depth/a.ts', '#renderer/desk/cells'],
  ['renderer/desk/cells.ts', '../panels/book/tip'],
  ['renderer/App.svelte', './gallery/samples'],
  ['renderer/app/window/a.ts', '../../gallery/samples']
]

const right: [file: string, specifier: string][] = [
  ['electron/shared/contract/a.ts', '../domain/base/problem'],
  ['electron/shared/contract/a.ts', '#shared/domain/base/problem'],
  ['electron/shared/contract/a.ts', 'valibot'],
  ['electron/engine/a.ts', '#shared/wire/token'],
  ['electron/engine/a.ts', 'node:fs'],
  ['electron/engine/records/a.ts', '../market/quotes'],
  ['electron/engine/recording/a.ts', '../market/live'],
  ['electron/engine/app/a.ts', '#engine/market/live/live'],
  ['electron/main/a.ts', 'electron'],
  ['electron/main/a.ts', '../sandbox/index'],
  ['electron/main/market/a.ts', '../workspace/windows/registry'],
  ['electron/preload/index.ts', '../shared/contract/index'],
  ['renderer/app/settings/a.ts', '../../lib/client'],
  ['renderer/app/window/a.ts', '../settings/commands'],
  ['renderer/panels/depth/a.ts', '../shell/state'],
  ['renderer/desk/panel-kinds.ts', '../panels/book/BookPanel.svelte'],
  ['renderer/App.svelte', './app/settings/Settings.svelte'],
  ['renderer/lib/a.ts', '#shared/contract/index']
]

describe('the arrow rule', () => {
  it.each(wrong)('%s may not import %s', (file, specifier) => {
    expect(forbidden(root, path.join(root, file), specifier)).toMatch(/may not import/)
  })

  it.each(right)('%s may import %s', (file, specifier) => {
    expect(forbidden(root, path.join(root, file), specifier)).toBeNull()
  })

  it('allows no more than the project references', () => {
    for (const room of rooms) {
      const config = ts.readConfigFile(path.join(root, room.folder, 'tsconfig.json'), ts.sys.readFile)
      expect(config.error, room.folder).toBeUndefined()
      const references = (config.config as { references: { path: string }[] }).references.map((reference) =>
        path
          .relative(root, path.resolve(root, room.folder, reference.path))
          .split(path.sep)
          .join('/')
      )
      expect(references.sort(), room.folder).toEqual([...room.rooms].sort())
    }
  })
})

describe('a forbidden import fails the check', () => {
  it('in the linter of Svelte files', async () => {
    const linter = new ESLint({ cwd: root })
    const complaints = async (script: string) => {
      const [result] = await linter.lintText(`<script lang="ts">\n${script}\n</script>\n`, {
        filePath: path.join(root, 'renderer/ui/Sample.svelte')
      })
      return result?.messages.map((message) => message.ruleId)
    }
    expect(await complaints("import { app } from 'electron'\nexport const name = app.name")).toContain(
      'leadline/arrows'
    )
    expect(await complaints("import { tick } from 'svelte'\nexport const after = tick")).not.toContain(
      'leadline/arrows'
    )
  })

  it('in the linter of all other files', async () => {
    const folder = await freshFolder()
    for (const file of ['.oxlintrc.json', 'scripts/lint/arrows.mjs']) {
      await cp(path.join(root, file), path.join(folder, file), { recursive: true })
    }
    const complaints = async (text: string) => {
      const sample = path.join(folder, 'electron/shared/domain/sample.ts')
      await mkdir(path.dirname(sample), { recursive: true })
      await writeFile(sample, text)
      const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules/oxlint/bin/oxlint')], {
        cwd: folder,
        encoding: 'utf8'
      })
      return stdout
    }
    expect(await complaints("export type { Call } from '../contract/base/call'\n")).toContain(
      'leadline(arrows)'
    )
    expect(await complaints("export type { Problem } from './base/problem'\n")).toContain('0 errors')
  })

  it('in the compiler, through the project references', () => {
    const folder = path.join(root, 'electron/shared/domain')
    const config = ts.getParsedCommandLineOfConfigFile(
      path.join(folder, 'tsconfig.json'),
      {},
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
          throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
        }
      }
    )!
    const sample = path.join(folder, 'sample.ts')
    const codes = (text: string) => {
      const host = ts.createCompilerHost(config.options)
      const { fileExists, readFile } = host
      // In memory only.
      host.fileExists = (file) => file === sample || fileExists.call(host, file)
      host.readFile = (file) => (file === sample ? text : readFile.call(host, file))
      const program = ts.createProgram({
        rootNames: [...config.fileNames, sample],
        options: config.options,
        projectReferences: config.projectReferences ?? [],
        host
      })
      const found = program.getSemanticDiagnostics(program.getSourceFile(sample))
      return [...program.getOptionsDiagnostics(), ...found].map(({ code }) => code)
    }
    // TS6307: the file is outside the project and its references.
    expect(codes("export type { Call } from '../contract/base/call'\n")).toContain(6307)
    expect(codes("export type { Problem } from './base/problem'\n")).toEqual([])
  })
})
