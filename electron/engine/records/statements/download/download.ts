import { createHash } from 'node:crypto'
import { fail, ProblemError, toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { networkProblem, pause } from '#engine/base/http/index'
import type { NewFile } from '../disk/disk'
import { onDisk } from '../disk/problem'
import { downloadAddress } from './address'
import { deadCode, HeldError, judgeAnswer, restartCode, type Body } from './answer'
import { ContentCheck } from './content'
import { etagProof, isStrong } from './headers'
import { chunks } from './stream'
import {
  maxUnpacked,
  usualMostBytes,
  type Downloaded,
  type DownloadPorts,
  type DownloadRequest
} from './types'

const text = archiveText.download

/** In a row without a byte more than ever before. */
const maxIdle = 5
const maxTries = 60
/** Addresses in a row that brought nothing. */
const maxFresh = 3
const firstWait = 300
const maxWait = 8000

/** Streams one file to the disk, and comes back when every byte of it lies there, checked and flushed. */
export async function download(ports: DownloadPorts, request: DownloadRequest): Promise<Downloaded> {
  const file = await onDisk(request.place, () => ports.disk.create(request.part))
  let done = false
  try {
    const result = await new Download(ports, request, file).run()
    await onDisk(request.place, () => file.sync())
    done = true
    return result
  } finally {
    await file.close().catch(() => {})
    if (!done) await ports.disk.remove(request.part).catch(() => {})
  }
}

class Download {
  #hash = createHash('sha256')
  #md5 = createHash('md5')
  #check: ContentCheck
  #have = 0
  #furthest = 0
  #total: number | null = null
  #etag: string | null = null
  #isKeyed = false
  #packed: Body['packed'] = null
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
    let renewedAt = 0
    for (let tries = 1; ; tries += 1) {
      const before = this.#furthest
      let wait = 0
      try {
        await this.#try()
        this.#check.end()
        return this.#result()
      } catch (caught) {
        signal.throwIfAborted()
        const thrown = caught instanceof HeldError ? caught.reason : caught
        if (caught instanceof HeldError) wait = caught.milliseconds
        const { code, retryable } = toProblem(thrown)
        idle = this.#furthest > before ? 0 : idle + 1
        if (!retryable || idle >= maxIdle || tries >= maxTries) throw thrown
        if (code === restartCode) await this.#restart()
        if (code === deadCode) {
          // An address that brought something on its way was good for that.
          fresh = this.#furthest > renewedAt ? 1 : fresh + 1
          renewedAt = this.#furthest
          if (fresh > maxFresh) throw thrown
          this.#address = (await this.request.fresh(signal)).reveal()
        }
      }
      const own = Math.min(firstWait * 2 ** Math.max(idle - 1, 0), maxWait)
      await pause(this.ports.clock, Math.max(wait, own * (0.5 + this.ports.random() / 2)), signal)
    }
  }

  #result(): Downloaded {
    // The ETag of a file that is stored compressed is of its compressed bytes.
    const etagIsMd5 = this.#packed ? null : etagProof(this.#etag, this.#isKeyed, this.#md5.digest('hex'))
    return { bytes: this.#have, sha256: this.#hash.digest('hex'), etag: this.#etag, etagIsMd5 }
  }

  async #try(): Promise<void> {
    const { fetch, clock } = this.ports
    const { signal, onProgress } = this.request
    const url = downloadAddress(this.#address)
    const resuming = this.#have > 0 && isStrong(this.#etag) && this.#packed === null
    if (!resuming && this.#have > 0) await this.#restart()
    const asked = chunks({ fetch, clock }, url, {
      signal,
      headers: resuming ? { range: `bytes=${this.#have}-`, 'if-range': this.#etag! } : {}
    })
    try {
      const response = await asked.response
      const { host } = asked
      const body = judgeAnswer(response, { have: this.#have, etag: this.#etag, host, clock })
      if (body.from === 0 && this.#have > 0) await this.#restart()
      if (this.#total !== null && body.total !== null && body.from > 0 && body.total !== this.#total) {
        throw fail(restartCode, text.otherLength(host), { retryable: true })
      }
      this.#total = body.total ?? (body.from > 0 ? this.#total : null)
      if (body.from === 0) this.#etag = body.etag
      this.#isKeyed ||= body.isKeyed
      this.#packed = body.packed
      this.#bound(this.#total ?? 0)
      onProgress?.(this.#have, this.#total)
      for await (const part of asked.parts()) {
        await this.#take(part)
        onProgress?.(this.#have, this.#total)
      }
    } catch (thrown) {
      if (thrown instanceof HeldError || thrown instanceof ProblemError) throw thrown
      // Only the sentence is passed on, because a network error may contain the URL.
      const { code, sentence, retryable } = networkProblem(thrown, asked.host).problem
      throw fail(code, sentence, { retryable })
    } finally {
      asked.end()
    }
    if (this.#total !== null && this.#have !== this.#total) {
      throw fail('statements.length', text.cut(asked.host, this.#total, this.#have), { retryable: true })
    }
  }

  async #take(part: Uint8Array): Promise<void> {
    this.#bound(this.#have + part.byteLength)
    if (this.#total !== null && this.#have + part.byteLength > this.#total) {
      throw fail(restartCode, text.tooMuch, { retryable: true })
    }
    this.#check.take(part)
    this.#hash.update(part)
    this.#md5.update(part)
    await onDisk(this.request.place, () => this.file.write(part))
    this.#have += part.byteLength
    this.#furthest = Math.max(this.#furthest, this.#have)
  }

  #bound(bytes: number): void {
    const max = this.ports.maxBytes ?? usualMostBytes
    if (this.#packed && bytes > Math.min(max, maxUnpacked(this.#packed.length))) {
      throw fail('statements.too-long', text.unpacksTooLong)
    }
    if (bytes <= max) return
    const size = max >= 1_048_576 ? text.megabytes(Math.floor(max / 1_048_576)) : text.bytes(max)
    throw fail('statements.too-long', text.tooLong(size))
  }

  async #restart(): Promise<void> {
    await onDisk(this.request.place, () => this.file.empty())
    this.#hash = createHash('sha256')
    this.#md5 = createHash('md5')
    this.#isKeyed = false
    this.#packed = null
    this.#check = new ContentCheck(this.request.kind)
    this.#have = 0
    this.#total = null
    this.#etag = null
  }
}
