import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileSink, createLog, createRedactor } from '#engine/base/log/index'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const now = () => new Date('2026-01-02T03:04:05.678Z')

test('writes time, level, part, message and context', () => {
  let text = ''
  const log = createLog({ sink: (line) => (text += line), redactor: createRedactor(), now })
  log.part('windows').warn('A window went', { id: 'window-1' })
  log.debug('not logged')
  expect(text).toBe('2026-01-02T03:04:05.678Z WARN  leadline.windows: A window went {"id":"window-1"}\n')
})

test('prevents text from imitating an entry', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (message) => {
      const lines: string[] = []
      createLog({ sink: (line) => lines.push(line), redactor: createRedactor(), now }).info(message)
      const rows = lines.join('').split(/[\r\n\u2028\u2029]/)
      expect(rows.filter((row) => row.startsWith('2026-'))).toHaveLength(1)
      expect(lines.join('')).not.toMatch(/(?!\n|\t)\p{Cc}/u)
    })
  )
})

test('logs values that cannot be serialized', () => {
  let text = ''
  const log = createLog({ sink: (line) => (text += line), redactor: createRedactor(), now })
  const loop: Record<string, unknown> = { big: 10n }
  loop['self'] = loop
  log.info('loop', loop)
  log.info('nothing', undefined)
  log.info('function', () => 1)
  log.info('trap', {
    get field() {
      throw new Error('no')
    }
  })
  expect(text).toContain('{"big":"10","self":"(again)"}')
  expect(text.trimEnd().split('\n')).toHaveLength(4)
})

test('rotates files by size without splitting lines', () => {
  const sink = createFileSink({ folder, maxBytes: 100, files: 3 })
  for (let line = 0; line < 50; line++) sink.write(`line number ${String(line).padStart(4, '0')}\n`)
  sink.close()
  expect(readdirSync(folder).sort()).toEqual(['leadline.1.log', 'leadline.2.log', 'leadline.log'])
  for (const name of readdirSync(folder))
    expect(statSync(path.join(folder, name)).size).toBeLessThanOrEqual(100)
  const kept = ['leadline.2.log', 'leadline.1.log', 'leadline.log']
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('')
    .trimEnd()
    .split('\n')
  expect(kept.at(-1)).toBe('line number 0049')
  expect(kept).toEqual(
    Array.from({ length: kept.length }, (_, index) => {
      return `line number ${String(50 - kept.length + index).padStart(4, '0')}`
    })
  )
})

test('continues the file after a restart', () => {
  for (const line of ['one\n', 'two\n']) {
    const sink = createFileSink({ folder })
    sink.write(line)
    sink.close()
  }
  expect(readFileSync(path.join(folder, 'leadline.log'), 'utf8')).toBe('one\ntwo\n')
})

test('reports an unwritable log once and keeps running', () => {
  const taken = path.join(folder, 'taken')
  writeFileSync(taken, '')
  const problems: unknown[] = []
  const sink = createFileSink({ folder: taken, onFailure: (problem) => problems.push(problem) })
  sink.write('one\n')
  sink.write('two\n')
  expect(problems).toHaveLength(1)
  rmSync(taken)
  sink.write('three\n')
  sink.close()
  expect(readFileSync(path.join(taken, 'leadline.log'), 'utf8')).toBe('three\n')
})
