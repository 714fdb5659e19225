import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, createRedactor } from '#engine/base/log/index'

const secret = 'a-registered-secret'
const redactor = createRedactor()
redactor.keep(secret)

/** Processor time, best of three. */
function timeOf(text: string, by = redactor): number {
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage()
    by.redact(text)
    return process.cpuUsage(start).user / 1000
  })
  return Math.min(...times)
}

const pieces = [
  'eyJ',
  'eyJhbGci',
  'aaaa',
  '-',
  '.',
  'a',
  '://',
  'http',
  ':p@',
  '@',
  'bearer ',
  'basic+',
  'password',
  'client_secret',
  'authorization',
  '=',
  ':',
  '"',
  "'",
  '\\',
  '%5c',
  '%22',
  '%20',
  ' ',
  '\n',
  '?',
  '&x-amz-',
  'sig=',
  '%3f',
  secret.slice(0, -1)
]
const repeated = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

test('takes linear time', () => {
  const fragment = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(fragment, fragment, (start, text) => {
      const short = Math.max(timeOf(start + repeated(text, 10_000)), 4)
      expect(timeOf(start + repeated(text, 100_000))).toBeLessThan(short * 40)
    }),
    {
      numRuns: 20,
      examples: [
        ['', '-eyJaaaa'],
        ['a.', '-eyJaaaa'],
        ['', 'a-'],
        ['', 'http+']
      ]
    }
  )
})

test('takes hardly longer with more secrets, even where each of them could begin', () => {
  const [few, many] = [1, 100].map((count) => {
    const crowded = createRedactor()
    for (let number = 1; number <= count; number++) crowded.keep(`secret-${number}-`.padEnd(20 + number, 'x'))
    return timeOf('\\u0073'.repeat(20_000), crowded)
  }) as [number, number]
  expect(many).toBeLessThan(Math.max(few, 4) * 5)
})

test('leaves no part of a secret in a cut text', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(
        (text: string) => text,
        encodeURIComponent,
        (text: string) => Buffer.from(text).toString('base64'),
        (text: string) => Buffer.from(text).toString('hex')
      ),
      fc.integer({ min: 4, max: 40 }),
      (before, write, length) => {
        fc.pre(!before.includes(secret.slice(0, 4)))
        const written = write(secret)
        const cut = `${before} ${written.slice(0, length)}`
        expect(redactor.redact(cut, length < written.length)).not.toContain(written.slice(0, 4))
      }
    )
  )
})

test('cuts a long line without leaving part of a secret', () => {
  for (let before = 15_980; before < 16_000; before++) {
    let line = ''
    createLog({ sink: (text) => (line += text), redactor }).info(`${' '.repeat(before)}${secret} and more`)
    expect(line).not.toContain(secret.slice(0, 4))
    expect(line).toMatch(/\(cut\)\n$/)
  }
})
