import type { Clock } from '#engine/base/clock'
import type { Connections } from '#engine/connection/index'
import { logFolderOf } from '#engine/recording/location'
import { listSegments } from '#engine/recording/log/segments'
import { replayedUses } from '#engine/recording/shared/fetched'
import { changePinnedRange, changePins } from '#engine/recording/pins'
import { ReplayClient, type ReplayProcess } from '#engine/recording/replay/client'
import { firstOptions, optionsOf, type PlayedCall } from '#engine/recording/replay/messages'
import type { CallOutput } from '#shared/contract/base/call'
import type { FeatureHandlers } from '#shared/contract/index'
import type { replayCalls } from '#shared/contract/recording/replay'
import { fail, toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { CurrentSettings } from '../../base/current-settings'
import type { Pushes } from '../../base/ipc/pushes'
import type { RecordingInUse } from '../in-use'
import { canBeSeen, watchVisibility, type SeenWindow } from '../../market/visibility'

const text = recordingText.replay
/** Milliseconds. */
const noticeAfter = 700

interface ReplayParts {
  readonly clock: Clock
  /** Of all recordings. */
  readonly folder: string
  /** Its frames go to the window. */
  readonly spawn: (windowId: string) => ReplayProcess
  readonly settings: CurrentSettings
  readonly connections: Pick<Connections, 'onChange' | 'profiles' | 'usedAtStart'>
  /** Milliseconds between two frames. */
  readonly interval: () => number
  /** By the ID of a recorded connection. */
  readonly sourceOf: (recording: string) => Promise<Source>
  /** What the desk recorded is fetched. */
  readonly inUse: Pick<RecordingInUse, 'log' | 'needs'>
  readonly browserOf: (windowId: string) => SeenWindow | undefined
  /** Opens another desk and returns its window's ID. */
  readonly openDesk: () => string
  readonly onWindowGone: (listener: (windowId: string) => void) => () => void
  readonly pushes: Pick<Pushes, 'send'>
  /** For the log. */
  readonly warn: (sentence: string) => void
}

/** A recorded connection. */
interface Source {
  readonly folder: string
  readonly profileId: string
  readonly connection: string
  readonly environment: string
}

interface OpenReplay {
  readonly source: Source
  readonly client: ReplayClient
  readonly stopFollowing: () => void
}

export interface Replay {
  /** The folder of the log that a window replays; null while it shows live data. */
  readonly logOf: (windowId: string) => string | null
  readonly handlers: FeatureHandlers<'replay'>
  /** Another window, which has not loaded its page yet, shows the same replay, if there is one. */
  readonly continueIn: (from: string, to: string) => void
  /** All windows show live data again. */
  readonly closeAll: () => void
  readonly dispose: () => void
}

export function setUpReplay(parts: ReplayParts): Replay {
  const { clock, connections, settings, pushes } = parts
  const replays = new Map<string, OpenReplay>()
  /** By window that has not loaded its page yet. */
  const wanted = new Map<string, { readonly source: Source; readonly at: number | null }>()
  let lastUsed = connections.usedAtStart?.id ?? null

  async function findSource(): Promise<Source> {
    const profile = connections.profiles().find(({ id }) => id === lastUsed)
    if (!profile) throw fail('replay.no-connection', text.noConnection)
    const folder = logFolderOf(parts.folder, profile)
    const isEmpty = (await listSegments(folder)).length === 0
    if (isEmpty && profile.feed) throw fail('replay.empty', text.nothingShared)
    if (isEmpty) throw fail('replay.empty', settings.now().recording ? text.empty : text.off)
    return { folder, profileId: profile.id, connection: profile.name, environment: profile.environment }
  }

  /** The time of a window's replay, or of the recording in use. */
  async function fetch(windowId: string, at: number | null): Promise<void> {
    const log = replays.get(windowId)?.source.folder ?? parts.inUse.log
    if (log !== parts.inUse.log) return
    const cancelNotice = clock.later(noticeAfter, () =>
      pushes.send(windowId, 'app.notice', { sentence: text.fetching, kind: 'information' })
    )
    await parts.inUse.needs(at).finally(cancelNotice)
  }

  function close(windowId: string): void {
    const replay = replays.get(windowId)
    if (!replay) return
    replays.delete(windowId)
    replay.stopFollowing()
    replay.client.dispose()
  }

  async function open(windowId: string, source: Source, at: number | null): Promise<void> {
    const before = replays.get(windowId)
    if (before?.source.folder === source.folder && !before.client.hasEnded) {
      await before.client.call('seek', { at: at ?? maxTime })
      return
    }
    close(windowId)
    const browser = parts.browserOf(windowId)
    if (!browser) return
    const client = new ReplayClient(
      {
        clock,
        spawn: () => parts.spawn(windowId),
        conditions: () => ({
          visible: canBeSeen(browser),
          interval: parts.interval(),
          staleAfter: settings.now().staleAfter * 1000
        })
      },
      { ...source, at, options: before ? optionsOf(before.client.state) : firstOptions }
    )
    let reported: string | null = null
    const noteUse = replayedUses(source.folder, () => clock.wall())
    client.onChange(() => {
      noteUse(client.state.at)
      const { problem } = client.state
      pushes.send(windowId, 'replay.changed', client.state)
      if (problem !== null && problem !== reported) parts.warn(problem)
      reported = problem
    })
    client.onOverviewChange(() => pushes.send(windowId, 'replay.overviewChanged', null))
    const stopFollowing = watchVisibility(browser, () => client.follow())
    replays.set(windowId, { source, client, stopFollowing })
    pushes.send(windowId, 'replay.changed', client.state)
    try {
      await client.open()
    } catch (problem) {
      if (replays.get(windowId)?.client === client) backToLive(windowId)
      throw problem
    }
  }

  function backToLive(windowId: string): void {
    close(windowId)
    pushes.send(windowId, 'replay.changed', null)
  }

  const closeAll = () => {
    wanted.clear()
    for (const windowId of [...replays.keys()]) backToLive(windowId)
  }

  /** Handled by the process. */
  const played =
    <M extends PlayedCall>(method: M) =>
    async (payload: unknown, { windowId }: { readonly windowId: string }) => {
      const replay = replays.get(windowId)
      if (!replay) throw fail('replay.closed', text.notOpen)
      return (await replay.client.call(method, payload)) as CallOutput<(typeof replayCalls)[M]>
    }

  const unsubscribe = [
    connections.onChange(({ status }) => (lastUsed = status.profileId ?? lastUsed)),
    settings.onChange(() => {
      for (const { client } of replays.values()) client.follow()
    }),
    parts.onWindowGone((windowId) => {
      close(windowId)
      if (!parts.browserOf(windowId)) wanted.delete(windowId)
    })
  ]
  return {
    handlers: {
      read(_payload, { windowId }) {
        const first = wanted.get(windowId)
        wanted.delete(windowId)
        if (first)
          open(windowId, first.source, first.at).catch((thrown: unknown) =>
            pushes.send(windowId, 'app.notice', { sentence: toProblem(thrown).sentence, kind: 'warning' })
          )
        return replays.get(windowId)?.client.state ?? null
      },
      async open({ at, newWindow, recording }, { windowId }) {
        if (recording === undefined) await fetch(windowId, at)
        // The connection in use may be another by now.
        const source =
          recording === undefined
            ? (replays.get(windowId)?.source ?? (await findSource()))
            : await parts.sourceOf(recording)
        if (newWindow) wanted.set(parts.openDesk(), { source, at })
        else await open(windowId, source, at)
        return null
      },
      close(_payload, { windowId }) {
        backToLive(windowId)
        return null
      },
      async pin({ pinned }, { windowId }) {
        const replay = replays.get(windowId)
        if (!replay) throw fail('replay.closed', text.notOpen)
        const { at, rangeIn, rangeOut } = replay.client.state
        const { folder } = replay.source
        if (rangeIn !== null && rangeOut !== null)
          await changePinnedRange(folder, { from: Math.floor(rangeIn), to: Math.ceil(rangeOut) }, pinned)
        else await changePins(folder, [new Date(at).toISOString().slice(0, 10)], pinned)
        return null
      },
      seek: played('seek'),
      play: played('play'),
      pause: played('pause'),
      setSpeed: played('setSpeed'),
      step: played('step'),
      jump: played('jump'),
      setRange: played('setRange'),
      overview: played('overview'),
      olderCandles: played('olderCandles'),
      olderHeat: played('olderHeat'),
      olderTrades: played('olderTrades'),
      profile: played('profile'),
      async cancelProfile(payload, from) {
        return replays.has(from.windowId) ? played('cancelProfile')(payload, from) : null
      },
      subscribe: played('subscribe'),
      async unsubscribe(payload, from) {
        return replays.has(from.windowId) ? played('unsubscribe')(payload, from) : null
      }
    },
    logOf: (windowId) => replays.get(windowId)?.source.folder ?? null,
    continueIn(from, to) {
      const replay = replays.get(from)
      if (replay) wanted.set(to, { source: replay.source, at: replay.client.state.at })
    },
    closeAll,
    dispose() {
      for (const each of unsubscribe) each()
      for (const windowId of [...replays.keys()]) close(windowId)
    }
  }
}

/** In milliseconds since the epoch; later than every recording. */
const maxTime = 8.64e15
