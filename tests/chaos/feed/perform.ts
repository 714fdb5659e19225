import { setTimeout as pause } from 'node:timers/promises'
import type { FeedDesk } from './desk'
import type { FeedStep } from './schedule'
import { steadyNow } from './steady-time'

/** Slower than the market, so that a seat falls behind. */
const slowBytes = 5000

interface Watched {
  /** Something that all depend on is broken until the returned function is called. */
  readonly disturb: () => () => void
  /** The leader stops; another one leads when seats follow a later epoch. */
  readonly leaderLost: (kind: string) => void
}

/** Breaks something, and repairs it after the time of the step. */
export async function perform(desk: FeedDesk, step: FeedStep, watched: Watched): Promise<void> {
  const { servers, sandbox } = desk
  const wait = () => pause(step.for)
  switch (step.kind) {
    case 'kill-leader': {
      const leader = desk.leader
      if (leader < 0) return
      watched.leaderLost(step.kind)
      await desk.collectors[leader]!.child.kill()
      desk.collectors[leader]!.epoch = null
      await wait()
      return desk.startCollector(leader)
    }
    case 'freeze-leader':
    case 'pause-leader': {
      const leader = desk.collectors[desk.leader]?.child
      if (!leader) return
      if (step.kind === 'freeze-leader') watched.leaderLost(step.kind)
      const repaired = step.kind === 'pause-leader' ? watched.disturb() : null
      leader.stop()
      await wait()
      leader.wake()
      return repaired?.()
    }
    case 'restart-collectors': {
      const repaired = watched.disturb()
      await Promise.all(desk.collectors.map(({ child }) => child.end()))
      await wait()
      desk.collectors.forEach((_collector, index) => desk.startCollector(index))
      return repaired()
    }
    case 'silence': {
      const repaired = watched.disturb()
      // The first connection is that of the truth.
      for (const connection of await connectionsOf(sandbox))
        sandbox.scenarios.switchOn('half-open', { connection })
      await wait()
      return repaired()
    }
    case 'restart-server':
    case 'wipe': {
      const repaired = watched.disturb()
      const server = servers.list[step.server]!
      await server.stop()
      if (step.kind === 'wipe') await servers.wipe(step.server)
      await wait()
      await server.start()
      return repaired()
    }
    case 'freeze-server': {
      const repaired = watched.disturb()
      servers.freeze(step.server)
      await wait()
      servers.wake(step.server)
      return repaired()
    }
    case 'fill-disk': {
      const repaired = watched.disturb()
      await servers.fill(step.server)
      await wait()
      await servers.empty(step.server)
      return repaired()
    }
    case 'cut-routes':
    case 'cut-off': {
      watched.disturb()()
      const withClients = step.kind === 'cut-off'
      const by = await servers.cut(step.server, withClients)
      const ways = withClients && by === 'relays' ? desk.waysTo(step.server) : []
      for (const way of ways) way.cut()
      await wait()
      watched.disturb()()
      await servers.restore()
      for (const way of ways) way.restore()
      return
    }
    case 'slow':
    case 'sleep': {
      const seat = desk.seats[step.seat]!
      seat.isHindered = true
      if (step.kind === 'slow') for (const relay of seat.relays) relay.bytesPerSecond = slowBytes
      else seat.child?.stop()
      await wait()
      for (const relay of seat.relays) relay.bytesPerSecond = null
      if (seat.child?.isStopped) seat.child.wake()
      seat.isHindered = false
      seat.hinderedAt = steadyNow()
    }
  }
}

async function connectionsOf({ description }: FeedDesk['sandbox']): Promise<string[]> {
  const { control_url, control_key } = description
  const response = await fetch(`${control_url}/connections`, {
    headers: { authorization: `Bearer ${control_key}` }
  })
  const { connections } = (await response.json()) as { connections: readonly { readonly id: string }[] }
  return connections.slice(1).map(({ id }) => id)
}
