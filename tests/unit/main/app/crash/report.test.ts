import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createRedactor } from '#engine/base/log/index'
import { writeReport } from '#main/app/crash/report'

test('contains the known facts and no secret', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadline-report-'))
  const redactor = createRedactor()
  redactor.keep('the-client-secret')
  const file = writeReport(
    path.join(folder, 'reports'),
    {
      kind: 'uncaught exception',
      thrown: new Error('broke on the-client-secret', { cause: new Error('Authorization: Bearer abcdef') }),
      versions: { leadline: '1.2.3' },
      marks: [{ process: 'main', name: 'app ready', at: 0 }],
      at: new Date('2026-01-02T03:04:05.678Z')
    },
    redactor
  )
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('broke on [redacted]')
  expect(text).toContain('report.test.ts')
  expect(text).toContain('"leadline":"1.2.3"')
  expect(text).toContain('1970-01-01T00:00:00.000Z main app ready')
  expect(text).not.toMatch(/the-client-secret|abcdef/)
  expect(statSync(file).mode & 0o077).toBe(0)
  rmSync(folder, { recursive: true })
})
