import { EventEmitter } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserWindow } from 'electron'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isTrayAvailable } from '#main/app/tray/available'
import { closingSentence, isClear, outcomeOf } from '#main/app/tray/closing'
import { LastWindow, type LastWindowPorts } from '#main/app/tray/last-window'
import { lastWindowChoices } from '#shared/contract/app/settings'

const situation = fc.record({
  platform: fc.constantFrom('linux', 'win32', 'darwin'),
  tray: fc.boolean(),
  preference: fc.constantFrom(...lastWindowChoices),
  armed: fc.nat(3)
})

describe('closing the last window', () => {
  it('never ends armed alerts silently, and never stays without a tray', () => {
    fc.assert(
      fc.property(situation, (now) => {
        const outcome = outcomeOf(now)
        if (now.armed > 0 && now.preference !== 'quit') expect(outcome).not.toBe('quit')
        if (!now.tray && now.platform !== 'darwin') expect(['quit', 'ask-end']).toContain(outcome)
        if (now.armed === 0) expect(outcome.startsWith('ask')).toBe(false)
        if (isClear(now)) expect(outcomeOf({ ...now, tray: !now.tray })).toBe(outcome)
      })
    )
  })

  it('is described accurately in one sentence', () => {
    expect(closingSentence({ platform: 'linux', tray: false, preference: 'ask' })).toContain('no tray')
    expect(closingSentence({ platform: 'linux', tray: true, preference: 'tray' })).toContain(
      'stays in the tray'
    )
    expect(closingSentence({ platform: 'linux', tray: true, preference: 'quit' })).toContain('quits Leadline')
    expect(closingSentence({ platform: 'darwin', tray: true, preference: 'ask' })).toContain('Dock')
  })
})

class FakeWindow extends EventEmitter {
  closed = false

  close(): void {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    this.closed = !prevented
  }

  isDestroyed = () => this.closed
}

function desk(ports: Partial<LastWindowPorts>) {
  const window = new FakeWindow()
  const browser = window as EventEmitter as BrowserWindow
  const asked: string[] = []
  const last: LastWindow = new LastWindow({
    platform: 'linux',
    preference: () => 'ask',
    armed: () => 2,
    isTrayAvailable: () => Promise.resolve(true),
    askTray: () => {
      asked.push('tray')
      return Promise.resolve({ then: 'keep', always: false })
    },
    askEnd: () => {
      asked.push('end')
      return Promise.resolve({ then: 'keep', always: false })
    },
    remember: (choice) => asked.push(`remember ${choice}`),
    isLast: () => true,
    quitting: () => false,
    stays: () => asked.push('stays'),
    ...ports
  })
  last.follow(browser)
  return { window, last, asked }
}
const settle = () => new Promise((done) => setImmediate(done))

describe('the last window', () => {
  it('stays open until the question is answered', async () => {
    const { window, asked } = desk({})
    window.close()
    window.close()
    await settle()
    expect(window.closed).toBe(false)
    expect(asked).toEqual(['tray'])
    window.close()
    await settle()
    expect(asked).toEqual(['tray', 'tray'])
  })

  it('closes into the tray, and remembers the choice', async () => {
    const { window, last, asked } = desk({ askTray: () => Promise.resolve({ then: 'stay', always: true }) })
    window.close()
    await settle()
    expect(window.closed).toBe(true)
    expect(last.next).toBe('stay')
    expect(asked).toEqual(['remember tray', 'stays'])
  })

  it('asks before ending armed alerts without a tray', async () => {
    const { window, last, asked } = desk({ isTrayAvailable: () => Promise.resolve(false) })
    window.close()
    await settle()
    expect(asked).toEqual(['end'])
    expect(last.next).toBe('quit')
  })

  it('closes without alerts, with other windows, and on quit', () => {
    for (const ports of [{ armed: () => 0 }, { isLast: () => false }, { quitting: () => true }]) {
      const { window, last, asked } = desk(ports)
      window.close()
      expect([window.closed, last.next, asked]).toEqual([true, 'quit', []])
    }
  })

  it('is the remaining one when all close together', async () => {
    const all = [new FakeWindow(), new FakeWindow(), new FakeWindow()].map(
      (window) => window as FakeWindow & BrowserWindow
    )
    const { last, asked } = desk({
      preference: () => 'tray',
      isLast: (browser, isLeaving) => all.every((other) => other === browser || isLeaving(other))
    })
    for (const window of all) last.follow(window)
    for (const window of all) window.close()
    await settle()
    expect(last.next).toBe('stay')
    expect(asked).toEqual(['stays'])
  })

  it('follows a preference that changed meanwhile', async () => {
    let armed = 1
    const { window, last } = desk({ preference: () => 'tray', armed: () => armed })
    window.close()
    await settle()
    expect(last.next).toBe('stay')
    armed = 0
    const second = desk({ preference: () => 'quit', armed: () => armed })
    second.window.close()
    expect(second.last.next).toBe('quit')
  })
})

describe('the tray check', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'leadline-tray-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const ask = async (script: string | null, bus = true, limit = 5000) => {
    if (script !== null) {
      await writeFile(path.join(folder, 'dbus-send'), `#!/bin/sh\n${script}\n`)
      await chmod(path.join(folder, 'dbus-send'), 0o755)
    }
    const environment = {
      PATH: `${folder}${script === null ? '' : ':/usr/bin:/bin'}`,
      ...(bus && { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })
    }
    return isTrayAvailable({ platform: 'linux', environment, limit })
  }

  it('requires a host on the bus', async () => {
    expect(await ask('echo "   variant       boolean true"')).toBe(true)
    expect(await ask('echo "   variant       boolean false"')).toBe(false)
    expect(await ask('echo "Error org.freedesktop.DBus.Error.ServiceUnknown" >&2; exit 1')).toBe(false)
  })

  it('treats silence as no tray; other systems always have one', async () => {
    expect(await ask('exec sleep 30', true, 100)).toBe(false)
    expect(await ask('echo "boolean true"', false)).toBe(false)
    await rm(path.join(folder, 'dbus-send'))
    expect(await ask(null)).toBe(false)
    expect(await isTrayAvailable({ platform: 'win32', environment: {}, limit: 1 })).toBe(true)
  })
})
