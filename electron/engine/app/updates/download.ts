import { fail, ProblemError } from '#shared/domain/base/problem'
import { updatesText } from '#shared/messages/updates'
import { abandonable, deadline, networkProblem, type HttpPorts } from '../../base/http/index'
import { answerOf, requestHeaders } from './fetch-manifest'
import type { InstallerFile, PartialDownload } from './installer-file'

const text = updatesText.download
/** Without a byte for this long, the connection counts as dead. */
const stallMilliseconds = 30_000

interface DownloadTask {
  readonly file: InstallerFile
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/**
 * Fetches an installer and verifies its size and hash. What has arrived is kept when it is interrupted, and the next
 * call continues there.
 */
export async function downloadInstaller(ports: HttpPorts, task: DownloadTask): Promise<void> {
  const { file } = task
  const part = await file.begin()
  try {
    await fill(ports, task, part)
    if (!(await part.isWhole())) throw fail('updates.altered', text.altered, { retryable: true })
  } catch (thrown) {
    if (
      thrown instanceof ProblemError &&
      ['updates.altered', 'updates.too-long'].includes(thrown.problem.code)
    )
      await file.removePart()
    throw thrown
  } finally {
    await part.close()
  }
  await file.complete()
}

async function fill({ fetch, clock }: HttpPorts, task: DownloadTask, part: PartialDownload): Promise<void> {
  const { file, signal: outer, onProgress } = task
  const { url, size } = file.release
  const { host } = new URL(url)
  const whole = new AbortController()
  const stop = () => whole.abort(outer.reason)
  outer.throwIfAborted()
  outer.addEventListener('abort', stop, { once: true })
  let limit = deadline(clock, stallMilliseconds)
  const arm = () => {
    limit.release()
    limit = deadline(clock, stallMilliseconds)
    limit.signal.addEventListener('abort', () => whole.abort(stalled(host)), { once: true })
  }
  const { signal } = whole
  try {
    arm()
    const headers = { ...requestHeaders, accept: '*/*', ...rangeFrom(part.bytes) }
    const response = await answerOf(url, (at) =>
      abandonable(fetch(at, { headers, redirect: 'manual', credentials: 'omit', signal }), signal)
    )
    await begin(response, part, host, size)
    const reader = response.body?.getReader()
    onProgress(part.bytes)
    while (reader) {
      arm()
      const { done, value } = await abandonable(reader.read(), signal)
      if (done) break
      if (part.bytes + value.byteLength > size) throw fail('updates.too-long', text.tooLong(host))
      await part.write(value)
      onProgress(part.bytes)
    }
  } catch (thrown) {
    signal.throwIfAborted()
    const error = networkProblem(thrown, host)
    throw error.problem.code === 'network.closed' ? truncated(host) : error
  } finally {
    limit.release()
    outer.removeEventListener('abort', stop)
    // An answer that was not read to its end must not hold the connection.
    whole.abort(new DOMException('No longer needed', 'AbortError'))
  }
  if (part.bytes < size) throw truncated(host)
}

const rangeFrom = (bytes: number): Record<string, string> => (bytes > 0 ? { range: `bytes=${bytes}-` } : {})

async function begin(response: Response, part: PartialDownload, host: string, size: number): Promise<void> {
  const { status, headers } = response
  if (status === 206 && headers.get('content-range') === `bytes ${part.bytes}-${size - 1}/${size}`) return
  if (status !== 200) {
    // The server has no such part: the next attempt begins from the start.
    if (status === 206 || status === 416) await part.restart()
    throw fail('updates.download', text.refused(host, status), { retryable: true })
  }
  await part.restart()
}

const stalled = (host: string) => fail('updates.stalled', text.stalled(host), { retryable: true })
const truncated = (host: string) => fail('updates.truncated', text.truncated(host), { retryable: true })
