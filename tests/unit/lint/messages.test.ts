import { beforeAll, expect, test } from 'vitest'
import { choose, count, formatsOf, number, plural } from '#shared/messages/language'
import { filesBelow, readText } from './modules'
import { piecesOf, sentencesIn, textsIn, usedTexts } from './texts'

/** English documents in archives and exports. */
const documents = [
  'electron/engine/records/statements/layout/readme.ts',
  'electron/engine/records/statements/reading/manifest.ts',
  'electron/engine/records/statements/store/removals.ts'
]

/** Texts that are not shown, or names, by file. */
const notShown: Readonly<Record<string, readonly string[]>> = {
  'electron/main/workspace/windows/create.ts': ['Leadline'],
  'electron/main/workspace/windows/dead-window.ts': ['Leadline'],
  'electron/engine/app/command-line/keychain.ts': ['Leadline'],
  'electron/engine/app/diagnostics/scenario-control.ts': ['Bearer 0'],
  'electron/engine/app/updates/fetch-manifest.ts': ['Leadline'],
  'electron/engine/base/http/network-problem.ts': ['thrown without a message'],
  'electron/engine/base/log/describe.ts': ['(cannot be written: 0)', '0 because of 0'],
  'electron/engine/connection/rest/caller.ts': ['Bearer 0', 'application/json, application/problem+json'],
  'electron/engine/connection/stream/link.ts': ['Leadline is done'],
  'electron/engine/connection/stream/web-socket.ts': ['Bearer 0'],
  'electron/main/base/ipc/answer.ts': ['more than one payload'],
  'electron/main/base/protocol/headers.ts': [
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'text/css; charset=utf-8',
    'application/json; charset=utf-8'
  ],
  'electron/main/base/security/contents.ts': ['A navigation', 'A redirect', 'A new window', 'A webview'],
  'electron/main/base/startup/marks.ts': ['first paint', 'first live data'],
  'electron/main/connection/keychain/client.ts': ['no reply in time'],
  'electron/main/connection/keychain/process.ts': ['Leadline'],
  'electron/main/connection/keychain/spawn.ts': ['Leadline keychain'],
  'electron/main/recording/spawn.ts': ['Leadline recorder'],
  'electron/main/recording/printing/print.ts': ['Letter'],
  'electron/main/recording/catalog/spawn.ts': ['Leadline recordings'],
  'electron/main/recording/replay/spawn.ts': ['Leadline replay'],
  'electron/main/recording/analysis/spawn.ts': ['Leadline analysis'],
  'electron/main/recording/history/spawn.ts': ['Leadline history'],
  'electron/main/recording/sealing/spawn.ts': ['Leadline Parquet'],
  'electron/main/recording/sql/spawn.ts': ['Leadline SQL'],
  'electron/engine/recording/sql/check-statement.ts': ['SELECT json_serialize_sql(0)'],
  'electron/engine/recording/sql/confined-database.ts': [
    "SET temp_directory = ''",
    "SET max_temp_directory_size = '0B'",
    "SET TimeZone = 'UTC'",
    'SET allowed_directories = [0]',
    'SET enable_external_access = false',
    'SET lock_configuration = true'
  ],
  'electron/engine/recording/sql/views.ts': [
    'CREATE OR REPLACE VIEW 0 AS SELECT',
    '0 0 WHERE false',
    "0 0 FROM read_parquet([0], hive_partitioning = true, hive_types = {'market': VARCHAR, 'date': DATE})"
  ],
  'electron/main/connection/network/proxies.ts': ['Basic 0'],
  'electron/shared/domain/records/summable.ts': [
    'rate rates apy apr yield percent percentage pct % bps cumulative cumulated accumulated cum running lifetime',
    'balance balances opening closing ytd mtd price tier count id number index days day month year principal'
  ],
  'electron/shared/wire/parse-json.ts': ['(nested too deeply)'],
  'electron/shared/wire/statement-decoder.ts': ['(presigned address)'],
  'electron/shared/wire/stream-decoder-market.ts': [
    '0 is not an object',
    '0.price is not a price',
    '0.amount is not an amount',
    'payload.0 is not a list'
  ],
  'electron/shared/wire/token.ts': ['the whole'],
  'renderer/app/settings/FigureSettings.svelte': ['USDP'],
  'electron/engine/records/statements/download/stream.ts': ['identity, gzip;q=0.5, deflate;q=0.5, br;q=0.5'],
  'electron/engine/records/statements/layout/finished.ts': [
    'COMPLETE COMPLETED FINAL FINALIZED FINALISED',
    'FAILED CANCELLED CANCELED REJECTED ERROR EXPIRED VOID VOIDED',
    'NOT PARTIAL PARTIALLY NEARLY PROGRESS QUEUED DRAFT INCOMPLETE UNFINISHED SCHEDULED'
  ],
  'electron/engine/records/statements/layout/names.ts': ['none given'],
  'electron/engine/records/statements/store/mark.ts': ['Leadline statements'],
  'electron/main/records/statements/documents.ts': ['text/plain; charset=utf-8'],
  'electron/main/records/statements/windows.ts': ['Escape'],
  'renderer/records/statements/StatementsView.svelte': ['header button:not(:disabled)'],
  'renderer/ui/keep-focus.ts': ['button, a[href], input, select, textarea, summary, [tabindex="0"]'],
  'renderer/lib/keys.ts': [
    'button, summary, a[href], input, [role="button"], [role="option"], [role="tab"], [role^="menuitem"], [role="switch"]'
  ]
}

const isCatalogue = (file: string) => /^(electron\/shared|renderer)\/messages\//.test(file)

const sources = filesBelow(
  'electron/main',
  'electron/engine',
  'electron/shared',
  'electron/preload',
  'renderer'
).filter((file) => !file.startsWith('renderer/gallery/'))

const texts = sources.filter(isCatalogue).flatMap((file) => textsIn(readText(file)))
const found: { readonly file: string; readonly text: string }[] = []
const used: string[] = []
beforeAll(() => {
  const catalogues = [...new Set(texts.map((path) => path.split('.')[0]!))]
  for (const file of sources) {
    const text = readText(file)
    const pieces = piecesOf(file, text)
    if (!isCatalogue(file) && !documents.includes(file))
      found.push(...sentencesIn(pieces).map((sentence) => ({ file, text: sentence })))
    if (catalogues.some((name) => text.includes(name))) used.push(...usedTexts(pieces, catalogues))
  }
})

test('finds sentences in code and markup only', () => {
  const code = `
    import { a } from 'two words'
    type Kind = 'Open now' | 'Closed'
    log.info('written to the log')
    throw new Error('for the log alone')
    const element = document.querySelector('.list button')
    if (event.key === 'Enter' || key in { 'Content-Type': 'text/plain' }) send('PascalCase', 'live', '#/help')
    const shown = [fail('code', 'This failed.', { detail: 'raw words' }), \`\${count} of many\`, 'Close']`
  expect(sentencesIn(piecesOf('sample.ts', code))).toEqual(['This failed.', '0 of many', 'Close'])

  const markup = `
    <script lang="ts">const name = 'Scripts too'</script>
    {#if state === 'Open now'}<p class="first last" style:width="{width}px">Shown</p>{/if}
    <Button kind="quiet" title={isOn ? 'close' : 'open'} text="In a part" onclick={() => say('Done')} />
    {#each [1] as one}{@const name = 'A name'}{name}{/each}
    <input aria-label="search" /> {one} of {many}
    <style>.first .last { color: red }</style>`
  const shown = sentencesIn(piecesOf('Sample.svelte', markup))
  expect([...shown].sort()).toEqual(
    ['A name', 'Done', 'In a part', 'Scripts too', 'Shown', 'close', 'of', 'open', 'search'].sort()
  )
})

test('finds unused texts', () => {
  const sample = textsIn(
    `export const sampleText = choose({ en: { a: { b: 'B', c: (n: number) => count(n, 'c'), d: { e: 'E' } }, 'f-g': 'F', h: 'H' } })`
  )
  expect(sample).toEqual([
    'sampleText.a.b',
    'sampleText.a.c',
    'sampleText.a.d.e',
    'sampleText.f-g',
    'sampleText.h'
  ])
  const pieces = piecesOf(
    'Sample.svelte',
    `<script lang="ts">
      import { sampleText } from './messages'
      const { c } = sampleText.a
      const text = sampleText
      type Key = keyof typeof sampleText.h
    </script>
    <p title={text['f-g']}>{c(2)} {sampleText.a.d[key]}</p>`
  )
  expect(unused(sample, usedTexts(pieces, ['sampleText']))).toEqual(['sampleText.a.b', 'sampleText.h'])
})

test('finds no texts outside catalogues', () => {
  const isExempt = ({ file, text }: { file: string; text: string }) => notShown[file]?.includes(text) ?? false
  expect(found.filter((one) => !isExempt(one))).toEqual([])

  const stale = Object.entries(notShown).flatMap(([file, texts]) =>
    texts.filter((text) => !found.some((one) => one.file === file && one.text === text))
  )
  expect(stale, 'no longer in the code').toEqual([])
})

test('finds no unused texts', () => {
  expect(texts.length).toBeGreaterThan(0)
  expect(unused(texts, used)).toEqual([])
})

function unused(texts: readonly string[], used: readonly string[]): readonly string[] {
  const starts = new Set(used)
  const isUsed = (text: string) =>
    text.split('.').some((_, index, parts) => starts.has(parts.slice(0, index + 1).join('.')))
  return texts.filter((text) => !isUsed(text))
}

test('chooses the catalogue of the closest language, English by default', () => {
  const german = formatsOf('de')
  const texts = (locale: string) =>
    choose(
      {
        en: { lines: (lines: number) => count(lines, 'line') },
        de: { lines: (lines) => german.count(lines, 'Zeile', 'Zeilen') }
      },
      locale
    )
  expect(texts('de-AT').lines(1204)).toBe('1.204 Zeilen')
  expect(texts('de').lines(1)).toBe('1 Zeile')
  expect(texts('fr').lines(1204)).toBe('1,204 lines')
  expect(number(9876543210n)).toBe('9,876,543,210')
  expect(plural(1, { one: 'is', other: 'are' })).toBe('is')
  expect(formatsOf('pl').plural(3, { one: 'plik', few: 'pliki', other: 'plików' })).toBe('pliki')
})

test('counts in English as Intl does', () => {
  const [numbers, plurals] = [new Intl.NumberFormat('en'), new Intl.PluralRules('en')]
  const forms = { one: 'one', other: 'other' }
  for (const value of [...Array(1100).keys(), -1, 0.5, 1.5, 999.5, 1e6, NaN, Infinity]) {
    expect(number(value)).toBe(numbers.format(value))
    expect(plural(value, forms)).toBe(plurals.select(value))
  }
  expect(number(5n)).toBe('5')
})
