import { beforeEach, expect, test } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import type { SealingReply, SealingRequest } from '#engine/recording/sealing/messages'
import { Sealing, type SealingProcess } from '#engine/recording/sealing/sealing'
import { HandClock } from '../hand-clock'

class ScriptedSealing implements SealingProcess {
  readonly requests: SealingRequest[] = []
  isKilled = false
  #reply: (reply: SealingReply) => void = () => {}
  readonly #end: (() => void)[] = []
  readonly send = (request: SealingRequest) => void this.requests.push(request)
  readonly onReply = (listener: (reply: SealingReply) => void) => void (this.#reply = listener)
  readonly onEnd = (listener: () => void) => void this.#end.push(listener)
  readonly reply = (reply: SealingReply) => this.#reply(reply)
  readonly die = () => this.#end.forEach((listener) => listener())
  kill(): void {
    this.isKilled = true
    this.die()
  }
}

const minute = 60_000
const limits = { bytes: 1, days: 1 }

let clock: HandClock
let processes: ScriptedSealing[]
let isOn: boolean
let days: number
let battery: boolean
let powerReadings: number
let sealing: Sealing
beforeEach(() => {
  clock = new HandClock()
  processes = []
  isOn = true
  days = 1
  battery = false
  powerReadings = 0
  sealing = new Sealing({
    clock,
    spawn: () => {
      const process = new ScriptedSealing()
      processes.push(process)
      return process
    },
    request: () => ({
      root: '/r',
      isOn,
      staleAfter: 1,
      budgets: { local: limits, remote: { ...limits, days } }
    }),
    isOnBattery: async () => {
      powerReadings += 1
      return battery
    },
    changed: () => {}
  })
})

/** The power is read in between. */
async function advance(minutes: number) {
  for (let passed = 0; passed < minutes; passed++) {
    clock.advance(minute)
    await new Promise(setImmediate)
  }
}
const ended = { kind: 'ended', problem: null } as const

test('it seals a minute after the start, and then soon after each full hour', async () => {
  sealing.soon()
  clock.advance(minute - 1)
  await advance(0)
  expect(processes).toEqual([])
  await advance(1)
  expect(processes[0]!.requests).toMatchObject([{ root: '/r', isOn: true }])
  processes[0]!.reply({ kind: 'sealing', hour: '2026-10-05 11:00' })
  expect(sealing.state).toEqual({ phase: 'sealing', hour: '2026-10-05 11:00', problem: null })
  processes[0]!.reply(ended)
  expect(processes[0]!.isKilled).toBe(true)
  expect(sealing.state).toEqual({ phase: 'idle', hour: null, problem: null })
  const begun: number[] = []
  for (let passed = 0; passed < 185; passed++) {
    const before = processes.length
    await advance(1)
    if (processes.length > before) begun.push(Math.floor((clock.wall() / minute) % 60))
    processes.at(-1)!.reply(ended)
  }
  expect(begun.length).toBe(3)
  expect(Math.max(...begun)).toBeLessThan(5)
})

test('one run at a time: an hour that passes meanwhile does not begin another', async () => {
  sealing.soon()
  await advance(200)
  expect(processes.length).toBe(1)
  processes[0]!.reply(ended)
  await advance(61)
  expect(processes.length).toBe(2)
})

test('what was fetched is sealed at once, or after the run that may have passed it', async () => {
  sealing.now()
  await advance(0)
  clock.advance(0)
  await new Promise(setImmediate)
  expect(processes.length).toBe(1)
  sealing.now()
  sealing.now()
  clock.advance(0)
  await new Promise(setImmediate)
  expect(processes.length).toBe(1)
  for (const runs of [2, 2]) {
    processes.at(-1)!.reply(ended)
    clock.advance(0)
    await new Promise(setImmediate)
    expect(processes.length).toBe(runs)
  }
})

test('on battery power nothing runs, and what runs ends', async () => {
  battery = true
  sealing.soon()
  await advance(5)
  expect(processes).toEqual([])
  expect(sealing.state.phase).toBe('battery')
  battery = false
  await advance(1)
  expect(sealing.state.phase).toBe('sealing')
  battery = true
  await advance(1)
  expect(processes[0]!.isKilled).toBe(true)
  expect(sealing.state.phase).toBe('battery')
  battery = false
  await advance(1)
  expect(processes.length).toBe(2)
})

test('a failure is shown until a run succeeds', async () => {
  sealing.soon()
  await advance(1)
  processes[0]!.reply({ kind: 'ended', problem: fail('recording.disk', 'The disk is full.').problem })
  expect(sealing.state).toEqual({ phase: 'idle', hour: null, problem: 'The disk is full.' })
  await advance(61)
  processes[1]!.die()
  expect(sealing.state.problem).toContain('stopped unexpectedly')
  await advance(61)
  processes[2]!.reply(ended)
  expect(sealing.state.problem).toBeNull()
})

test('what may succeed later is tried again in ten minutes, anything else in the next hour', async () => {
  sealing.soon()
  await advance(1)
  for (const [retryable, runs] of [
    [true, 2],
    [false, 2]
  ] as const) {
    const { problem } = fail('recording.disk', 'The disk is full.', { retryable })
    processes.at(-1)!.reply({ kind: 'ended', problem })
    await advance(10)
    expect(processes.length).toBe(runs)
    expect(sealing.state.problem).toBe('The disk is full.')
  }
})

test('other settings take effect at once, others of the app do not matter', async () => {
  sealing.soon()
  await advance(1)
  sealing.applySettings()
  expect(processes[0]!.isKilled).toBe(false)
  isOn = false
  sealing.applySettings()
  expect(processes[0]!.isKilled).toBe(true)
  expect(sealing.state.phase).toBe('off')
  // The limits of what was sealed are still kept.
  await advance(1)
  expect(processes[1]!.requests).toMatchObject([{ isOn: false }])
  days = 3
  sealing.applySettings()
  await advance(1)
  expect(processes[2]!.requests[0]!.budgets.remote.days).toBe(3)
})

test('nothing runs while the folder is being cleared, and nothing after the end', async () => {
  sealing.soon()
  await advance(1)
  const result = await sealing.pausedWhile(async () => {
    expect(processes[0]!.isKilled).toBe(true)
    // The recorder has closed its log, and the user changes a limit.
    sealing.soon()
    days += 1
    sealing.applySettings()
    await advance(120)
    return 7
  })
  expect([result, processes.length]).toEqual([7, 1])
  await advance(1)
  expect(processes.length).toBe(2)
  sealing.dispose()
  sealing.soon()
  await advance(200)
  expect(processes.length).toBe(2)
})

test('a pause waits for a process that was ended just before', async () => {
  sealing.soon()
  await advance(1)
  let die = () => {}
  processes[0]!.kill = () => void (die = processes[0]!.die)
  days += 1
  sealing.applySettings()
  let isPaused = false
  const paused = sealing.pausedWhile(async () => void (isPaused = true))
  await advance(0)
  expect(isPaused).toBe(false)
  die()
  await paused
  expect(isPaused).toBe(true)
})

test('the power is not watched for a run that ended while it was read', async () => {
  sealing.soon()
  await advance(1)
  clock.advance(minute)
  processes[0]!.reply(ended)
  const before = powerReadings
  await advance(30)
  expect(powerReadings).toBe(before)
})
