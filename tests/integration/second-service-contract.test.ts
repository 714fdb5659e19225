import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startSecondService, type Variants } from '../second-service'

const project = path.resolve(import.meta.dirname, '../..')

async function contractTests(variants: Partial<Variants>) {
  const service = await startSecondService({ variants, rate: 400 })
  const { base_url, auth_url, ws_url, client_id, client_secret, ...ids } = service.description
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contract', '--reporter=json'],
    {
      cwd: project,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        LEADLINE_BASE_URL: base_url,
        LEADLINE_AUTH_URL: auth_url,
        LEADLINE_WS_URL: ws_url,
        LEADLINE_CLIENT_ID: client_id,
        LEADLINE_CLIENT_SECRET: client_secret,
        LEADLINE_STATEMENT_IDS: ids.statement_ids.join(),
        LEADLINE_CONVERSION_IDS: ids.conversion_ids.join(),
        LEADLINE_TOKEN_PAUSE: '0'
      }
    }
  )
  const report = JSON.parse(await text(child.stdout)) as {
    readonly numPassedTests: number
    readonly testResults: readonly {
      readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
    }[]
  }
  await service.close()
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: report.numPassedTests,
    failed: results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  }
}

test('passes the contract tests', async () => {
  // The tests use only the first response and compare IDs as text.
  const variants = { uuids: 'lower', acks: 'params', streamErrors: 'ack-code', unknownValues: false } as const
  const { passed, failed } = await contractTests(variants)
  expect(failed).toEqual([])
  expect(passed).toBeGreaterThan(25)
})
