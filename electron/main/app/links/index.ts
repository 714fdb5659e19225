import { linkScheme, readLink, type RecordLink } from '#shared/domain/records/record-links'
import { linkAmong } from './find-link'

export interface LinksApp {
  readonly isPackaged: boolean
  setAsDefaultProtocolClient(scheme: string, file?: string, args?: string[]): boolean
  on(event: 'open-url', listener: (event: { preventDefault(): void }, address: string) => void): unknown
  on(event: 'second-instance', listener: (event: unknown, args: string[]) => void): unknown
}

export interface LinksParts {
  readonly app: LinksApp
  readonly platform: string
  readonly args: readonly string[]
  readonly views: readonly string[]
  readonly warn: (sentence: string) => void
}

interface DeepLinks {
  /** Opens links from now on, including waiting ones. */
  readonly setReceiver: (receiver: LinkReceiver) => void
}

interface LinkReceiver {
  /** Opens it in a window. */
  readonly open: (link: RecordLink) => void
  readonly refuse: (sentence: string) => void
}

/** Only the newest waiting link is kept, because a page may open any number. */
const maxWaiting = 1

/**
 * Links arrive as events on macOS, and otherwise on the command line of this or a second instance. Call before the
 * app is ready.
 */
export function setUpLinks({ app, platform, args, views, warn }: LinksParts): DeepLinks {
  let receiver: LinkReceiver | null = null
  const waiting: string[] = []
  const accept = (text: string) => {
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
    accept(address)
  })
  app.on('second-instance', (_event, ofSecond) => {
    const link = linkAmong(ofSecond)
    if (link !== null) accept(link)
  })
  const first = linkAmong(args)
  if (first !== null) accept(first)
  // A development build must not take over the links of the installed app.
  if (app.isPackaged && !register(app, platform))
    warn('The system did not register leadline:// links for Leadline.')
  return {
    setReceiver(next) {
      receiver = next
      for (const text of waiting.splice(0)) hand(next, text)
    }
  }
}

/** On Windows the link follows `--`, so that it is never read as a switch. */
const register = (app: LinksApp, platform: string) =>
  platform === 'win32'
    ? app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--'])
    : app.setAsDefaultProtocolClient(linkScheme)
