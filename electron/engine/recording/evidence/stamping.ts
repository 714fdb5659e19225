import { randomBytes } from 'node:crypto'
import { fail, toProblem } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { boundedBytes } from '../../base/http/bounded'
import { abandonable, deadline, networkProblem, type HttpPorts } from '../../base/http/index'
import { isStampOf, nonceOf, readStamp, stampRequest } from './timestamp'

const limitMilliseconds = 15_000
const maxReply = 64 * 1024
const text = recordingText.evidence

/** Asks an authority for a time stamp. Without one, evidence is kept all the same. */
export class Stamping {
  /** Why a time stamp is missing, in sentences. */
  readonly problems: string[] = []

  /** @param url empty for none */
  constructor(
    private readonly ports: HttpPorts,
    private readonly url: string
  ) {}

  readonly stamp = async (content: Uint8Array): Promise<Uint8Array | null> => {
    if (this.url === '') return null
    try {
      return await this.#request(content)
    } catch (thrown) {
      this.problems.push(toProblem(thrown).sentence)
      return null
    }
  }

  async #request(content: Uint8Array): Promise<Buffer> {
    const { host } = new URL(this.url)
    const refused = (reason: string) => fail('recording.not-stamped', text.notStamped(host, reason))
    const nonce = nonceOf(randomBytes(8))
    const limit = deadline(this.ports.clock, limitMilliseconds)
    const { signal } = limit
    try {
      const response = await abandonable(
        this.ports.fetch(this.url, {
          method: 'POST',
          headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
          body: new Uint8Array(stampRequest(content, nonce)),
          redirect: 'error',
          signal
        }),
        signal
      )
      if (response.status !== 200) {
        void response.body?.cancel().catch(() => {})
        throw refused(text.stampStatus(response.status))
      }
      const reply = await abandonable(boundedBytes(response, { limit: maxReply, signal, host }), signal)
      if (readStamp(reply)?.granted === false) throw refused(text.stampRefused)
      if (!isStampOf(reply, content, nonce)) throw refused(text.stampInvalid)
      return reply
    } catch (thrown) {
      if (limit.passed) throw refused(text.stampTimeout)
      const { problem } = networkProblem(thrown, host)
      throw problem.code === 'recording.not-stamped' ? thrown : refused(problem.sentence)
    } finally {
      limit.release()
    }
  }
}
