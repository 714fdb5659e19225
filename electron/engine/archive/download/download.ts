import { createHash } from 'node:crypto'
import { fail, ProblemError, toProblem } from '../../../shared/domain/problem'
import { networkProblem, pause } from '../../http'
import type { NewFile } from '../disk/disk'
import { diskProblem } from '../disk/problem'
import { downloadAddress } from './address'
import { deadCode, HeldError, judgeAnswer, restartCode } from './answer'
import { ContentCheck } from './content'
import { isStrong } from './headers'
import { chunks } from './stream'
import { usualMostBytes, type Downloaded, type DownloadPorts, type DownloadRequest } from './types'

/** In a row without a byte more than ever before. */
const mostIdle = 5
const mostTries = 60
const mostFresh = 3
const firstWait = 300
const longestWait = 8000

/** Streams one file to the disk, and comes back when every byte of it lies there, checked and flushed. */
export async function download(ports: DownloadPorts, request: DownloadRequest): Promise<Downloaded> {
  const file = await onFile(request.part, () => ports.disk.create(request.part))
  let done = false
  try {
    const result = await new Download(ports, request, file).run()
    await onFile(request.part, () => file.sync())
    done = true
    return result
  } finally {
    await file.close().catch(() => {})
    if (!done) await ports.disk.remove(request.part).catch(() => {})
  }
}

const onFile = async <T>(file: string, work: () => Promise<T>) => {
  try {
    return await work()
  } catch (thrown) {
    throw diskProblem(thrown, folderOf(file))
  }
}
const folderOf = (file: string) => file.replace(/[\\/][^\\/]*$/, '')

class Download {
  #hash = createHash('sha256')
  #check: ContentCheck
  #have = 0
  #furthest = 0
  #total: number | null = null
  #etag: string | null = null
  #address: string

  constructor(
    private readonly ports: DownloadPorts,
    private readonly request: DownloadRequest,
    private readonly file: NewFile
  ) {
    this.#check = new ContentCheck(request.kind)
    this.#address = request.address.reveal()
  }

  async run(): Promise<Downloaded> {
    const { signal } = this.request
    let idle = 0
    let fresh = 0
    for (let tries = 1; ; tries += 1) {
      const before = this.#furthest
      let wait = 0
      try {
        await this.#try()
        this.#check.end()
        return { bytes: this.#have, sha256: this.#hash.digest('hex'), etag: this.#etag }
      } catch (caught) {
        signal.throwIfAborted()
        const thrown = caught instanceof HeldError ? caught.reason : caught
        if (caught instanceof HeldError) wait = caught.milliseconds
        const { code, retryable } = toProblem(thrown)
        idle = this.#furthest > before ? 0 : idle + 1
        if (!retryable || idle >= mostIdle || tries >= mostTries) throw thrown
        if (code === restartCode) await this.#restart()
        if (code === deadCode) {
          fresh += 1
          if (fresh > mostFresh) throw thrown
          this.#address = (await this.request.fresh(signal)).reveal()
        }
      }
      const own = Math.min(firstWait * 2 ** Math.max(idle - 1, 0), longestWait)
      await pause(this.ports.clock, Math.max(wait, own * (0.5 + this.ports.random() / 2)), signal)
    }
  }

  async #try(): Promise<void> {
    const { fetch, clock } = this.ports
    const { signal, onProgress } = this.request
    const url = downloadAddress(this.#address)
    const { host } = url
    const resuming = this.#have > 0 && isStrong(this.#etag)
    if (!resuming && this.#have > 0) await this.#restart()
    const asked = chunks({ fetch, clock }, url, {
      signal,
      headers: resuming ? { range: `bytes=${this.#have}-`, 'if-range': this.#etag! } : {}
    })
    try {
      const response = await asked.response
      const body = judgeAnswer(response, { have: this.#have, etag: this.#etag, host, clock })
      if (body.from === 0 && this.#have > 0) await this.#restart()
      if (this.#total !== null && body.total !== null && body.from > 0 && body.total !== this.#total) {
        throw fail(restartCode, `${host} gives another length of the file than before.`, { retryable: true })
      }
      this.#total = body.total ?? (body.from > 0 ? this.#total : null)
      if (body.from === 0) this.#etag = body.etag
      this.#bound(this.#total ?? 0)
      onProgress?.(this.#have, this.#total)
      for await (const part of asked.parts()) {
        await this.#take(part)
        onProgress?.(this.#have, this.#total)
      }
    } catch (thrown) {
      if (thrown instanceof HeldError || thrown instanceof ProblemError) throw thrown
      // Only the sentence goes on: what a network stack says may hold the address.
      const { code, sentence, retryable } = networkProblem(thrown, host).problem
      throw fail(code, sentence, { retryable })
    } finally {
      asked.end()
    }
    if (this.#total !== null && this.#have !== this.#total) {
      throw fail(
        'archive.length',
        `${host} announced ${this.#total} bytes and sent ${this.#have}, so the file was not kept.`,
        { retryable: true }
      )
    }
  }

  async #take(part: Uint8Array): Promise<void> {
    this.#bound(this.#have + part.byteLength)
    if (this.#total !== null && this.#have + part.byteLength > this.#total) {
      throw fail(restartCode, 'More came than was announced, so the file was not kept.', { retryable: true })
    }
    this.#check.take(part)
    this.#hash.update(part)
    await onFile(this.request.part, () => this.file.write(part))
    this.#have += part.byteLength
    this.#furthest = Math.max(this.#furthest, this.#have)
  }

  #bound(bytes: number): void {
    const most = this.ports.mostBytes ?? usualMostBytes
    if (bytes <= most) return
    const size = most >= 1_048_576 ? `${Math.floor(most / 1_048_576)} MB` : `${most} bytes`
    throw fail(
      'archive.too-long',
      `The file is longer than ${size}, which no statement is, so it was not kept.`
    )
  }

  async #restart(): Promise<void> {
    await onFile(this.request.part, () => this.file.empty())
    this.#hash = createHash('sha256')
    this.#check = new ContentCheck(this.request.kind)
    this.#have = 0
    this.#total = null
    this.#etag = null
  }
}
