import { Restraints, TokenSource, type Grant, type Restraint } from '#engine/connection/tokens/index'
import { SettableClock } from '../stream/session-desk'

export const access = {
  tokenHost: 'http://127.0.0.1:1',
  clientId: 'id',
  clientSecret: 'hush',
  scopes: ['a:read']
}

/** A fault must fail a test, not stop it. */
const maxRequests = 1000

export const forever = new AbortController().signal

export const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

export const token = (seconds: number) => (count: number) =>
  Response.json({ access_token: `token-${count}`, expires_in: seconds, scope: 'a:read' })

/** Controls time and token host. */
export class TokenHarness {
  readonly clock = new SettableClock()
  readonly asked: number[] = []
  readonly hidden: string[] = []
  readonly grants: (Grant | null)[] = []
  readonly source: TokenSource
  readonly restraint: Restraint
  answer: (count: number) => Response | Promise<Response> = token(3600)

  constructor() {
    this.restraint = new Restraints(this.clock, () => 0.5).at(access.tokenHost)
    this.source = this.make()
    this.source.onChange((grant) => this.grants.push(grant))
  }

  make(): TokenSource {
    const { clock, restraint } = this
    return new TokenSource({
      clock,
      restraint,
      access: async () => access,
      keepOutOfLogs: (secret) => this.hidden.push(secret),
      fetch: async (_address, { signal }) => {
        this.asked.push(clock.monotonic())
        if (this.asked.length > maxRequests) throw new Error('The token source requests without end.')
        const given = this.answer(this.asked.length)
        return new Promise<Response>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
          Promise.resolve(given).then(resolve, reject)
        })
      }
    })
  }

  /** Answers when the returned function is called. */
  hold(): () => void {
    let give = () => {}
    this.answer = () => new Promise((resolve) => (give = () => resolve(token(3600)(1))))
    return () => give()
  }

  /** In small steps, so that pending work continues. */
  async pass(milliseconds: number): Promise<void> {
    await settled()
    for (let left = milliseconds; left > 0; left -= 100) {
      this.clock.advance(Math.min(left, 100))
      await settled()
    }
  }
}
