import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeTarget } from '#engine/market/alerts/delivery/judge-target'
import { argumentsFor, testMessage } from '#engine/market/alerts/delivery/message'
import { placeholders } from '#shared/contract/market/delivery'
import { freshFolder } from '../../../../../integration/support/folder'

test('accepts https, and http on loopback only', async () => {
  const judge = (url: string) =>
    judgeTarget({ kind: 'webhook', name: 'Ops', isOn: true, url }).then(
      () => true,
      () => false
    )
  const right = [
    'https://a.example/x?y=1',
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://[::1]:9/',
    'https://10.0.0.1/'
  ]
  const wrong = [
    'http://a.example/',
    'http://127.0.0.1.a.example/',
    'http://localhost.a.example/',
    'http://0.0.0.0/',
    'https://me:secret@a.example/',
    'https://a.example/#x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ws://127.0.0.1/',
    'https:a.example',
    'https:///a.example',
    ''
  ]
  for (const url of right) expect([url, await judge(url)]).toEqual([url, true])
  for (const url of wrong) expect([url, await judge(url)]).toEqual([url, false])
})

test('accepts programs with a full path that may be run, and whole placeholders', async () => {
  const folder = await freshFolder()
  const text = path.join(folder, 'text')
  await writeFile(text, '')
  await chmod(text, 0o600)
  const batch = path.join(folder, 'page.bat')
  await writeFile(batch, '', { mode: 0o755 })
  const command = { kind: 'command', name: 'Pager', isOn: true, program: process.execPath, args: [] } as const
  const judge = (more: object, platform?: string) =>
    judgeTarget({ ...command, ...more }, platform).then(
      () => null,
      (thrown: { problem: { code: string } }) => thrown.problem.code
    )
  expect(await judge({})).toBeNull()
  for (const program of ['', 'node', './node', folder, text, path.join(folder, 'none')])
    expect(await judge({ program })).toBe('delivery.program')
  expect(await judge({ program: batch }, 'win32')).toBe('delivery.program')
  for (const argument of ['title={market}', '{nothing}', '{market} ', '{constructor}'])
    expect(await judge({ args: [argument] })).toBe('delivery.args')
  expect(await judge({ name: ' ' })).toBe('delivery.name')
})

test('no value becomes an option, a file, more than one line or more than one argument', () => {
  const message = testMessage('event', 0)
  const value = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('--exec=id', '-d', '@/etc/passwd', '/c', '+x', 'a\nb', '\u0000', '{json}', '$(id)')
  )
  fc.assert(
    fc.property(value, value, (note, market) => {
      const args = argumentsFor(['--fixed', ...placeholders, '-x'], { ...message, note, market })
      expect(args).toHaveLength(placeholders.length + 2)
      expect([args[0], args.at(-1)]).toEqual(['--fixed', '-x'])
      for (const argument of args.slice(1, -1)) {
        expect(argument).not.toMatch(/^[-@/+]/)
        expect(argument).not.toMatch(/\p{Cc}/u)
      }
    })
  )
})
