import { ClosedConnectionError, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { expect, it } from 'vitest'
import { LostRequests, ReconnectPace } from '#engine/feed/server/lost-connection'
import { HandClock } from '../hand-clock'

it('lets requests fail once the connection is lost, and asks again once it is back', async () => {
  const asked: string[] = []
  const answer = {} as Msg
  const connection: Pick<NatsConnection, 'request'> = {
    request: (subject) => {
      asked.push(subject)
      return subject === 'silent' ? new Promise(() => {}) : Promise.resolve(answer)
    }
  }
  const requests = new LostRequests(connection)
  expect(await connection.request('answered')).toBe(answer)
  const waiting = expect(connection.request('silent')).rejects.toThrow(ClosedConnectionError)
  requests.disconnected()
  await waiting
  await expect(connection.request('meanwhile')).rejects.toThrow(ClosedConnectionError)
  requests.connected()
  expect(await connection.request('again')).toBe(answer)
  expect(asked).toEqual(['answered', 'silent', 'again'])
})

it('connects again soon after the connection was lost, and more slowly while that fails', () => {
  const clock = new HandClock()
  const pace = new ReconnectPace(clock, () => 0.5)
  const [soon, later] = [150, 750]
  expect([pace.next(), pace.next()]).toEqual([soon, soon])
  clock.advance(10_000)
  expect(pace.next()).toBe(later)
  pace.connected()
  clock.advance(10_000)
  expect([pace.next(), pace.next()]).toEqual([soon, soon])
})
