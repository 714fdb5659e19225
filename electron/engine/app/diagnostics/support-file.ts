import type { ConnectionsState } from '#shared/contract/connection/connections'
import type { TimelineEntry } from '#shared/contract/app/diagnostics'
import {
  rawFrameCount,
  supportNames,
  type FrameQuery,
  type RawFrameList,
  type StreamDiagnosis,
  type SupportContent,
  type SupportName
} from '#shared/contract/app/diagnostics-stream'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { Redactor } from '../../base/log'
import { redactLines } from './redact-lines'
import {
  booksText,
  connectionsText,
  countsText,
  figuresText,
  framesText,
  jsonText,
  timelineText
} from './support-texts'
import { supportText } from '#shared/messages/app'

export interface SupportSources {
  readonly versions: () => unknown
  readonly settings: () => unknown
  readonly connections: () => ConnectionsState
  readonly timeline: () => readonly TimelineEntry[]
  readonly health: () => readonly HealthFrame[]
  readonly stream: () => StreamDiagnosis
  readonly frames: (query: FrameQuery) => Promise<RawFrameList>
  readonly log: () => Promise<string>
  readonly redactor: Pick<Redactor, 'redact'>
  readonly rest: () => Promise<void>
}

export interface SupportEntry extends SupportContent {
  readonly content: Uint8Array
}

const allFrames: FrameQuery = {
  text: '',
  market: null,
  direction: null,
  kind: null,
  after: 0,
  max: rawFrameCount
}

const contents: Record<
  SupportName,
  {
    readonly file: string
    readonly about: string
    readonly text: (from: SupportSources) => string | Promise<string>
  }
> = {
  versions: {
    file: 'versions.json',
    about: supportText.versions,
    text: ({ versions }) => jsonText(versions())
  },
  settings: {
    file: 'settings.json',
    about: supportText.settings,
    text: ({ settings }) => jsonText(settings())
  },
  connections: {
    file: 'connections.json',
    about: supportText.connections,
    text: ({ connections }) => connectionsText(connections())
  },
  timeline: {
    file: 'timeline.txt',
    about: supportText.timeline,
    text: ({ timeline }) => timelineText(timeline())
  },
  figures: {
    file: 'figures.csv',
    about: supportText.figures,
    text: ({ health }) => figuresText(health())
  },
  books: {
    file: 'books.json',
    about: supportText.books,
    text: ({ stream }) => booksText(stream().books)
  },
  counts: {
    file: 'counts.txt',
    about: supportText.counts,
    text: ({ stream }) => countsText(stream().counts)
  },
  frames: {
    file: 'frames.txt',
    about: supportText.frames(rawFrameCount),
    text: async ({ frames }) => framesText((await frames(allFrames)).frames)
  },
  log: {
    file: 'log.txt',
    about: supportText.log,
    text: ({ log }) => log()
  }
}

/** The parts of a support file, redacted. */
export async function supportEntries(sources: SupportSources): Promise<readonly SupportEntry[]> {
  const encoder = new TextEncoder()
  const entries: SupportEntry[] = []
  for (const name of supportNames) {
    const { file, about, text } = contents[name]
    // Redacted again, because a secret may have become known later.
    const safe = await redactLines(await text(sources), sources.redactor, sources.rest)
    const content = encoder.encode(safe)
    entries.push({ name, file, about, bytes: content.length, content })
  }
  return entries
}
