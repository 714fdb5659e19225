import { expect } from './expect'
import { readLog } from './log-file'
import { sharedApp } from './shared-app'
import { countingServer, type CountingServer } from './servers'
import { test } from './test'

const running = sharedApp({
  offline: true,
  view: 'help',
  expected: [/./],
  between: () => Promise.resolve()
})
let server: CountingServer
test.beforeAll(async () => {
  server = await countingServer()
})
test.afterAll(() => server.close())

/** Logged, and not sent. */
async function expectRefusal(sentence: string, address: string) {
  await expect.poll(() => readLog(running.userData)).toMatch(new RegExp(`${sentence}.*${escape(address)}`))
  expect(server.paths.join()).not.toContain(new URL(address).pathname)
  expect(running.page.url()).toMatch(/^app:\/\/leadline\/index\.html/)
}
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const windowCount = () => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

test('does not navigate', async () => {
  for (const address of [`${server.address}/away`, 'app://elsewhere/away', 'app://leadline/other.html']) {
    await running.page.evaluate((to) => void setTimeout(() => (location.href = to)), address)
    await expectRefusal('A navigation was refused', address)
  }
})

test('does not navigate for links and dropped files', async () => {
  const address = `${server.address}/clicked`
  await running.page.evaluate((href) => {
    const link = document.body.appendChild(document.createElement('a'))
    link.href = href
    link.click()
    link.remove()
  }, address)
  await expectRefusal('A navigation was refused', address)
})

test('shows no other page in a frame', async () => {
  const address = `${server.address}/framed`
  await running.page.evaluate((src) => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = src
    setTimeout(() => frame.remove(), 1000)
  }, address)
  await running.page.waitForFunction(() => document.querySelector('iframe') === null)
  expect(server.paths).not.toContain('/framed')
})

test('does not follow redirects', async () => {
  const outcome = await running.app.evaluate(async ({ BrowserWindow }, address) => {
    const window = new BrowserWindow({ show: false })
    const loaded = await window.loadURL(address).then(
      () => 'loaded',
      () => 'refused'
    )
    window.destroy()
    return loaded
  }, `${server.address}/redirect`)
  expect(outcome).toBe('refused')
  expect(server.paths).toContain('/redirect')
  await expectRefusal('A redirect was refused', `${server.address}/landed`)
})

test('opens no windows', async () => {
  const before = await windowCount()
  const address = `${server.address}/opened`
  const opened = await running.page.evaluate((to) => window.open(to) === null, address)
  expect(opened).toBe(true)
  await expectRefusal('A new window was refused', address)
  expect(await windowCount()).toBe(before)
})

test('refuses webviews', async () => {
  const attached = await running.page.evaluate(() => {
    const element = document.body.appendChild(document.createElement('webview'))
    const known = 'loadURL' in element
    element.remove()
    return known
  })
  expect(attached).toBe(false)
  const address = `${server.address}/webview`
  await running.app.evaluate(async ({ BrowserWindow }, src) => {
    const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } })
    await window.loadURL('about:blank')
    await window.webContents.executeJavaScript(
      `document.body.append(Object.assign(document.createElement('webview'), { src: ${JSON.stringify(src)} }))`
    )
  }, address)
  await expectRefusal('A webview was refused', address)
  const guests = () =>
    running.app.evaluate(
      ({ webContents }) => webContents.getAllWebContents().filter((one) => one.getType() === 'webview').length
    )
  await expect.poll(guests).toBe(0)
})

test('denies every permission', async () => {
  const answers = await running.page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
      'persistent-storage'
    ]
    const outcome = (work: Promise<unknown>) =>
      work.then(
        (value) => String(value),
        (problem: DOMException) => problem.name
      )
    const queried = await Promise.all(
      names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state)
    )
    return {
      queried,
      notification: await outcome(Notification.requestPermission()),
      position: await new Promise((done) =>
        navigator.geolocation.getCurrentPosition(
          () => done('found'),
          (problem) => done(problem.code)
        )
      ),
      media: await outcome(navigator.mediaDevices.getUserMedia({ audio: true, video: true })),
      screen: await outcome(navigator.mediaDevices.getDisplayMedia()),
      clipboard: await outcome(navigator.clipboard.readText()),
      midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
      storage: await outcome(navigator.storage.persist())
    }
  })
  expect(new Set(answers.queried)).toEqual(new Set(['denied']))
  expect(answers.notification).toBe('denied')
  expect(answers.position).toBe(1)
  for (const name of [answers.media, answers.screen, answers.clipboard, answers.midi])
    expect(name).toMatch(/NotAllowedError|NotFoundError|SecurityError|NotSupportedError|InvalidStateError/)
  expect(answers.storage).toBe('false')
})

test('provides no devices', async () => {
  const outcomes = await running.page.evaluate(async () => {
    const ask = (name: string, method: string, options: object): Promise<string> => {
      const api: unknown = Reflect.get(navigator, name)
      if (typeof api !== 'object' || api === null || !(method in api)) return Promise.resolve('absent')
      return Promise.resolve(Reflect.apply(Reflect.get(api, method), api, [options])).then(
        (found) => (Array.isArray(found) && found.length === 0 ? 'none' : 'granted'),
        (problem: Error) => problem.name
      )
    }
    return {
      usb: await ask('usb', 'requestDevice', { filters: [] }),
      hid: await ask('hid', 'requestDevice', { filters: [] }),
      serial: await ask('serial', 'requestPort', {}),
      bluetooth: await ask('bluetooth', 'requestDevice', { acceptAllDevices: true })
    }
  })
  expect(Object.values(outcomes)).not.toContain('granted')

  // Simulates device requests.
  const chosen = await running.app.evaluate(({ BrowserWindow, session }) => {
    const own = session.fromPartition('windows')
    const [window] = BrowserWindow.getAllWindows()
    const device = { deviceId: 'offered', portId: 'offered' }
    const offered: Record<string, unknown> = {}
    const offer = (from: NodeJS.EventEmitter, name: string, words: readonly unknown[]) => {
      const event = { prevented: false, preventDefault: () => void (event.prevented = true) }
      from.emit(name, event, ...words, (id?: string | null) => {
        offered[name] = event.prevented ? (id ?? '') : 'not prevented'
      })
    }
    offer(own, 'select-hid-device', [{ deviceList: [device] }])
    offer(own, 'select-usb-device', [{ deviceList: [device] }])
    offer(own, 'select-serial-port', [[device], window?.webContents])
    if (window) offer(window.webContents, 'select-bluetooth-device', [[device]])
    return offered
  })
  expect(chosen).toEqual({
    'select-hid-device': '',
    'select-usb-device': '',
    'select-serial-port': '',
    'select-bluetooth-device': ''
  })
})

test('downloads nothing', async () => {
  await running.page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['content']))
    link.download = 'file.txt'
    link.click()
  })
  await expect.poll(() => readLog(running.userData)).toMatch(/A (?:download|navigation) was refused.*blob:/)
  const started = await running.app.evaluate(
    ({ BrowserWindow, session }) =>
      new Promise((done) => {
        session.fromPartition('windows').once('will-download', (event) => done(event.defaultPrevented))
        const own = session.fromPartition('windows')
        const [window] = BrowserWindow.getAllWindows().filter(
          ({ webContents }) => webContents.session === own
        )
        window?.webContents.downloadURL('app://leadline/index.html')
      })
  )
  expect(started).toBe(true)
})

test('opens only known secure URLs outside', async () => {
  await running.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (address) => void opened.push(address)
  })
  const open = (url: string) =>
    running.page.evaluate((to) => window.leadline!.call.app.openExternal({ url: to }), url)
  const refused = [
    ['http://www.electronjs.org/', 'external.scheme'],
    ['file:///etc/passwd', 'external.scheme'],
    ['javascript:alert(1)', 'external.scheme'],
    ['https://unknown.example/', 'external.unknown'],
    ['https://www.electronjs.org.unknown.example/', 'external.unknown'],
    ['https://www.electronjs.org@unknown.example/', 'external.unknown'],
    ['https://someone:secret@www.electronjs.org/', 'external.unknown'],
    ['https://www.electronjs.org:444/', 'external.unknown'],
    ['nonsense', 'external.malformed']
  ] as const
  for (const [address, code] of refused) {
    const result = await open(address)
    expect(result).toMatchObject({
      ok: false,
      error: { code, sentence: expect.stringMatching(/^[A-Z].+\.$/) }
    })
  }
  expect(await open('https://www.electronjs.org/docs')).toEqual({ ok: true, value: null })
  const opened = await running.app.evaluate(() => globalThis.opened)
  expect(opened).toEqual(['https://www.electronjs.org/docs'])
})

test('runs no text as code', async () => {
  const outcomes = await running.page.evaluate(
    () =>
      new Promise<string[]>((done) =>
        // Delayed, because debugger calls are exempt from the policy.
        setTimeout(() => {
          const attempt = (work: () => unknown) => {
            try {
              work()
              return 'ran'
            } catch (problem) {
              return (problem as Error).name
            }
          }
          const script = document.createElement('script')
          script.textContent = 'window.inlineRan = true'
          document.head.append(script)
          done([
            attempt(() => (0, eval)('1')),
            attempt(() => new Function('return 1')()),
            'inlineRan' in window ? 'ran' : 'refused'
          ])
        })
      )
  )
  expect(outcomes).toEqual(['EvalError', 'EvalError', 'refused'])
})
