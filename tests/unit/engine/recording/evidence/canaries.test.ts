import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { zip } from '#engine/base/files/index'
import { freshFolder } from '../../../../integration/support/folder'
import { MemorySecrets } from '../../../../integration/support/memory-secrets'
import { writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { LogScript } from '../log-script'
import { evidenceOf } from './support'

const canary = (number: number) => `C4N4RY${number}x8Qz7`
const token = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${canary(1)}`
const presigned = `https://files.example/a.pdf?X-Amz-Credential=AKIA&X-Amz-Signature=${canary(2)}`

/** Where a session's log could contain something private. */
function hostileLog() {
  const log = new LogScript('BTCUSD')
  const frame = (market: string, more: object) =>
    log.add(
      'f',
      JSON.stringify({
        channel: { type: 'market_data', params: { market } },
        payload: { market, type: 'UPDATE', time: '2026-11-24T10:00:09.000001Z', bids: [], asks: [], ...more }
      })
    )
  log
    .run()
    .subscribed()
    .snapshot([['100', '1']], [['101', '1']])
  frame('BTCUSD', { access_token: canary(3), note: `Bearer ${canary(4)}` })
  frame('BTCUSD', { link: presigned, jwt: token })
  frame('ETHUSD', { note: canary(5) })
  log.add('f', JSON.stringify({ type: 'welcome', session: canary(6) }))
  log.add('f', `${canary(7)} is not JSON`)
  log.add('b', `BTCUSD ${canary(8)}`)
  log.event('opened', { url: presigned, secret: canary(9), access_token: canary(10) })
  log.event('mail', { text: canary(11) })
  log.event('held', { market: 'ETHUSD', note: canary(12) })
  log.add('k', JSON.stringify({ format: 1, note: canary(13) }))
  return log.update([['99', '2']], []).trade('100.5').items
}

test('a bundle has no secret, token, signed URL, or anything of another market', async () => {
  const log = path.join(await freshFolder(), 'environment=production', 'service=20df12314ad4', 'log')
  await mkdir(log, { recursive: true })
  await writeLog(log, hostileLog(), { random: new FuzzRandom(1) })
  const secrets = new MemorySecrets()
  secrets.kept.set('profile', canary(14))
  const { files, facts } = await evidenceOf(log, { market: 'BTCUSD', secrets })
  const key = secrets.kept.get('evidence-signing-key')!
  expect(key).toContain('PRIVATE KEY')
  const archive = await zip(files, new Date(0))
  const all = Buffer.concat([...files.map(({ content }) => content), archive]).toString('latin1')
  const forbidden = ['ETHUSD', 'PRIVATE', key.split('\n')[1]!, path.dirname(log)]
  expect(all.match(/C4N4RY\d+/g)).toBeNull()
  expect(forbidden.filter((text) => all.includes(text))).toEqual([])
  expect(all).toContain('[redacted]')
  expect(facts.redacted).toBeGreaterThan(1)
})
