import { expect, test } from 'vitest'
import { ignoreWeakening } from '#main/app/start/environment'

const commandLine = (...given: string[]) => {
  const left = new Set(given)
  const words = {
    hasSwitch: (name: string) => left.has(name),
    removeSwitch: (name: string) => void left.delete(name)
  } as Parameters<typeof ignoreWeakening>[1]
  return { left, words }
}

test('removes options that weaken TLS, with a sentence each', () => {
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: '/tmp/keys', PATH: '/bin' }
  const { left, words } = commandLine('ignore-certificate-errors', 'ssl-key-log-file', 'lang')
  const sentences = ignoreWeakening(environment, words)
  expect(environment).toEqual({ PATH: '/bin' })
  expect([...left]).toEqual(['lang'])
  for (const name of [
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'SSLKEYLOGFILE',
    '--ignore-certificate-errors',
    '--ssl-key-log-file'
  ]) {
    expect(sentences.filter((sentence) => sentence.includes(`${name} is ignored`))).toHaveLength(1)
  }
})

test('reports nothing if nothing is weakened', () => {
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '1' }
  expect(ignoreWeakening(environment, commandLine('lang').words)).toEqual([])
  expect(environment).toEqual({})
})
