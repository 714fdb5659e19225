import { linkScheme, readLink, type RecordLink } from '#shared/domain/records/record-links'
import { linkAmong } from './find-link'

/** What of Electron is used here. */
export interface LinksApp {
  readonly isPackaged: boolean
  setAsDefaultProtocolClient(scheme: string, file?: string, args?: string[]): boolean
  on(event: 'open-url', listener: (event: { preventDefault(): void }, address: string) => void): unknown
  on(event: 'second-instance', listener: (event: unknown, args: string[]) => void): unknown
}

export interface LinksParts {
  readonly app: LinksApp
  readonly platform: string
  /** The command line of this start. */
  readonly args: readonly string[]
  /** The views that there are. */
  readonly views: readonly string[]
  readonly warn: (sentence: string) => void
}

interface LinksDesk {
  /** From here on links are opened; those that came before are opened now. */
  readonly handTo: (receiver: LinkReceiver) => void
}

interface LinkReceiver {
  /** A window comes to the front and shows it. */
  readonly open: (link: RecordLink) => void
  /** Called with a sentence about a link that is not valid. */
  readonly refuse: (sentence: string) => void
}

/** A page may open links without end, so only the newest one is kept. */
const maxWaiting = 1

/**
 * Links from outside: of a Mac as an event, elsewhere on the command line of this start or of a second one. To be
 * called before the app is ready, when the first may come already.
 */
export function setUpLinks({ app, platform, args, views, warn }: LinksParts): LinksDesk {
  let receiver: LinkReceiver | null = null
  const waiting: string[] = []
  const take = (text: string) => {
    if (receiver) return hand(receiver, text)
    waiting.push(text)
    if (waiting.length > maxWaiting) waiting.shift()
  }
  const hand = ({ open, refuse }: LinkReceiver, text: string) => {
    const reading = readLink(text, views)
    if (reading?.ok) open(reading.link)
    else if (reading) refuse(reading.sentence)
  }
  app.on('open-url', (event, address) => {
    event.preventDefault()
    take(address)
  })
  app.on('second-instance', (_event, ofSecond) => {
    const link = linkAmong(ofSecond)
    if (link !== null) take(link)
  })
  const first = linkAmong(args)
  if (first !== null) take(first)
  // A build that is being worked on must not take the links away from the one that is installed.
  if (app.isPackaged && !register(app, platform))
    warn('The system did not register leadline:// links for Leadline.')
  return {
    handTo(next) {
      receiver = next
      for (const text of waiting.splice(0)) hand(next, text)
    }
  }
}

/** On Windows the link comes after a mark that ends all switches, so that it can never be taken for one. */
const register = (app: LinksApp, platform: string) =>
  platform === 'win32'
    ? app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
    : app.setAsDefaultProtocolClient(linkScheme)
