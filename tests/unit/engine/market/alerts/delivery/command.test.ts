import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { runCommand } from '#engine/market/alerts/delivery/command'
import { freshFolder } from '../../../../../integration/support/folder'
import { HandClock } from '../../../hand-clock'

const node = process.execPath
const run = (
  args: readonly string[],
  signal = new AbortController().signal,
  limits?: Parameters<typeof runCommand>[3]
) => runCommand(systemClock, { program: node, args }, signal, limits)
/** A process that nothing has reaped yet does not run. */
const isRunning = (pid: number) => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
/** Writes its ID and that of a child of its own, which both run until they are ended. */
const twoProcesses = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  require('node:fs').writeFileSync(process.argv[1], process.pid + ' ' + child.pid)
  setInterval(() => {}, 1000)`
async function readPids(file: string): Promise<readonly number[]> {
  const read = async () => (await readFile(file, 'utf8').catch(() => '')).split(' ').map(Number)
  await expect.poll(async () => (await read()).length, { timeout: 12_000 }).toBe(2)
  return read()
}

test('passes every argument as it is, without a shell', async () => {
  const print = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
  const hostile = [
    '$(id)',
    '`id`',
    '; touch /tmp/x',
    '| cat',
    '&& true',
    '> file',
    '"',
    "'",
    '*',
    '%PATH%',
    '\n',
    ''
  ]
  const argument = fc.oneof(fc.constantFrom(...hostile), fc.stringMatching(/^[^\0]{0,12}$/))
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { minLength: 1, maxLength: 12 }), async (args) => {
      expect(JSON.parse(await run(['-e', print, '--', ...args]))).toEqual(args)
    }),
    { numRuns: 8, examples: [[hostile]] }
  )
})

test('gives a program nothing that changes how programs are loaded, and no secret of the environment', async () => {
  vi.stubEnv('NODE_OPTIONS', '--title=changed')
  vi.stubEnv('LD_PRELOAD', '')
  vi.stubEnv('LEADLINE_CLIENT_SECRET', 'canary')
  try {
    const names = JSON.parse(await run(['-e', 'process.stdout.write(JSON.stringify(process.env))'])) as object
    expect(Object.keys(names)).toContain('PATH')
    expect(Object.keys(names)).not.toEqual(expect.arrayContaining(['NODE_OPTIONS']))
    expect(JSON.stringify(names)).not.toMatch(/canary|LD_PRELOAD/)
  } finally {
    vi.unstubAllEnvs()
  }
})

test('ends the program and what it started after its time', async () => {
  const file = path.join(await freshFolder(), 'pids')
  const clock = new HandClock()
  const { signal } = new AbortController()
  const done = runCommand(clock, { program: node, args: ['-e', twoProcesses, file] }, signal)
  const ended = expect(done).rejects.toMatchObject({
    problem: { sentence: 'The command was stopped because it ran for more than 30 seconds.' }
  })
  const pids = await readPids(file)
  clock.advance(29_999)
  expect(pids.every(isRunning)).toBe(true)
  clock.advance(1)
  await ended
  for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false)
})

test('ends both when Leadline quits', async () => {
  const file = path.join(await freshFolder(), 'pids')
  const end = new AbortController()
  const done = run(['-e', twoProcesses, file], end.signal)
  const pids = await readPids(file)
  expect(pids.every(isRunning)).toBe(true)
  end.abort(new Error('quit'))
  await expect(done).rejects.toThrow('quit')
  for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false)
})

test('ends a program that writes too much, and keeps only the beginning', async () => {
  const flood = 'const write = () => process.stdout.write("x".repeat(10000), write); write()'
  await expect(run(['-e', flood], undefined, { milliseconds: 20_000, bytes: 100_000 })).rejects.toMatchObject(
    {
      problem: { sentence: expect.stringContaining('100,000 bytes') as string, detail: 'x'.repeat(2000) }
    }
  )
})

test('reports exit codes, signals and programs that cannot be started', async () => {
  await expect(run(['-e', 'console.error("reason"); process.exit(3)'])).rejects.toMatchObject({
    problem: { sentence: 'The command exited with code 3.', retryable: false, detail: 'reason\n' }
  })
  await expect(run(['-e', 'process.kill(process.pid, "SIGTERM")'])).rejects.toMatchObject({
    problem: { sentence: 'The command was stopped by SIGTERM.' }
  })
  const folder = await freshFolder()
  const start = (program: string) =>
    runCommand(systemClock, { program, args: [] }, new AbortController().signal)
  await expect(start(path.join(folder, 'none'))).rejects.toMatchObject({
    problem: { sentence: 'The command’s program was not found.' }
  })
  const text = path.join(folder, 'text')
  await writeFile(text, 'echo', { mode: 0o600 })
  await expect(start(text)).rejects.toMatchObject({
    problem: { sentence: 'The command could not be started.' }
  })
})
