import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpLinks, type LinksApp, type LinksParts } from '#main/app/links/index'
import type { RecordLink } from '#shared/domain/records/record-links'

const id = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'
const conversion = `leadline://conversion/${id}`

class App extends EventEmitter implements LinksApp {
  isPackaged = true
  taken = true
  readonly registered: (string | readonly string[] | undefined)[][] = []

  setAsDefaultProtocolClient(...asked: (string | string[] | undefined)[]): boolean {
    this.registered.push(asked)
    return this.taken
  }
}

let app: App
let opened: RecordLink[]
let refused: string[]
let warned: string[]
const receiver = {
  open: (link: RecordLink) => void opened.push(link),
  refuse: (sentence: string) => void refused.push(sentence)
}
const setUp = (more: Partial<LinksParts> = {}) =>
  setUpLinks({
    app,
    platform: 'linux',
    args: ['/opt/Leadline/leadline'],
    views: ['markets', 'conversions'],
    warn: (sentence) => warned.push(sentence),
    ...more
  })
const second = (...args: string[]) => app.emit('second-instance', {}, args, '/')
const openUrl = (address: string) => {
  let prevented = false
  app.emit('open-url', { preventDefault: () => (prevented = true) }, address)
  return prevented
}

beforeEach(() => {
  app = new App()
  opened = []
  refused = []
  warned = []
})

describe('deep links', () => {
  it('are opened from the command line once possible', () => {
    const links = setUp({ args: ['/opt/leadline', '--no-sandbox', conversion] })
    expect(opened).toEqual([])
    links.setReceiver(receiver)
    expect(opened).toEqual([{ kind: 'conversion', id }])
  })

  it('are handed over by a second instance', () => {
    setUp().setReceiver(receiver)
    second('/opt/leadline', '--allow-file-access', 'leadline://markets/')
    second('/opt/leadline', '--user-data=/tmp/x')
    second('/opt/leadline')
    expect(opened).toEqual([{ kind: 'view', view: 'markets' }])
    expect(refused).toEqual([])
  })

  it('arrive as an event on macOS, even before the app is ready', () => {
    const links = setUp({ platform: 'darwin' })
    expect(openUrl('leadline://conversions')).toBe(true)
    expect(openUrl(conversion)).toBe(true)
    links.setReceiver(receiver)
    expect(opened).toEqual([{ kind: 'conversion', id }])
    openUrl('leadline://conversions')
    expect(opened.at(-1)).toEqual({ kind: 'view', view: 'conversions' })
  })

  it.each([
    'leadline://conversion/../../x',
    'leadline://secrets',
    `leadline://conversion/${id}" --user-data=/tmp`,
    `leadline://${'a'.repeat(1_000_000)}`
  ])('are refused with a sentence if invalid', (hostile) => {
    setUp().setReceiver(receiver)
    second('/opt/leadline', hostile)
    openUrl(hostile)
    expect(opened).toEqual([])
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatch(/^This link .*\.$|^This is .*\.$/)
  })

  it('ignore similar text', () => {
    setUp({ args: ['/opt/leadline', 'x leadline://markets', '--link=leadline://markets'] }).setReceiver(
      receiver
    )
    second('/home/leadline://markets')
    openUrl('https://leadline.test')
    expect([...opened, ...refused]).toEqual([])
  })
})

describe('the link scheme', () => {
  it('is registered by installed builds only', () => {
    setUp()
    expect(app.registered).toEqual([['leadline']])
    app = new App()
    app.isPackaged = false
    setUp()
    expect(app.registered).toEqual([])
  })

  it('follows a switch terminator on Windows', () => {
    setUp({ platform: 'win32' })
    expect(app.registered).toEqual([['leadline', process.execPath, ['--']]])
  })

  it('reports a failed registration', () => {
    app.taken = false
    setUp()
    expect(warned).toEqual(['The system did not register leadline:// links for Leadline.'])
  })
})
