import type { Chunk } from '../../recording/chunk'
import type { ItemKind } from '../../recording/log/lines'

/** Rises with each leader. */
interface OfLeader {
  readonly epoch: number
}

/** An item of the recording log. */
export interface FeedItem {
  readonly number: number
  readonly kind: ItemKind
  /** By the leader's monotonic clock. */
  readonly at: number
  /** Shares memory with its message. */
  readonly content: Buffer
}

export interface Batch extends OfLeader {
  readonly kind: 'batch'
  /** Items of a leader are numbered from 0. */
  readonly first: number
  /** Milliseconds since the epoch at which the leader's clock was zero. */
  readonly clock: number
  readonly items: readonly FeedItem[]
}

/** One market of a round: all markets as they were after the same item. */
export interface Keyframe extends OfLeader {
  readonly kind: 'keyframe'
  /** Of the first item that is not in it. */
  readonly position: number
  readonly clock: number
  readonly at: number
  readonly staleAfter: number
  /** Within the round. */
  readonly index: number
  readonly count: number
  /** Where its round begins in the stream, before everything after `position`; 0 if it is not kept. */
  readonly begins: number
  /** Where the round before begins in the stream; 0 for none. */
  readonly previous: number
  /** The content of an item `k` with this market alone, compressed. */
  readonly body: Uint8Array
}

export interface Beat extends OfLeader {
  readonly kind: 'beat'
  /** Of the first item that was not sent. */
  readonly position: number
  readonly at: number
  /** The leader's connection brings data. */
  readonly isLive: boolean
}

export type FeedMessage = Batch | Keyframe | Beat

const maxItems = 100_000
/** Of a message: one frame of the largest size fits. */
export const maxMessageBytes = 9 * 1024 * 1024
/** Markets of a round. */
const maxMarkets = 1000

/** "LF", the version and the kind. */
const magic = [0x4c, 0x46, 1] as const
const kinds = { batch: 1, keyframe: 2, beat: 3 } as const
const batchHead = 4 + 3 * 8 + 4
const keyframeHead = 4 + 7 * 8 + 4
const beatLength = 4 + 3 * 8 + 1
const itemHead = 1 + 8 + 4
/** `f`, `b`, `e`, `g` and `k` of the log; states of the markets travel as keyframes. */
const itemKinds = new Map<number, ItemKind>(
  (['f', 'b', 'e', 'g'] as const).map((kind) => [kind.charCodeAt(0), kind])
)
/** Of times, in milliseconds; times before 1970 do not occur. */
const maxTime = 8.64e15

function begin(length: number, kind: keyof typeof kinds, numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  bytes.set([...magic, kinds[kind]])
  numbers.forEach((number, index) => bytes.writeDoubleLE(number, 4 + 8 * index))
  return bytes
}

/** The items of a chunk are already in the form in which they travel. */
export function formatBatch(epoch: number, { first, count, epoch: clock, bytes }: Chunk): Buffer {
  const message = begin(batchHead + bytes.length, 'batch', [epoch, first, clock])
  message.writeUInt32LE(count, batchHead - 4)
  message.set(bytes, batchHead)
  return message
}

export function formatKeyframe(keyframe: Omit<Keyframe, 'kind'>): Buffer {
  const { epoch, position, clock, at, staleAfter, begins, previous, index, count, body } = keyframe
  const numbers = [epoch, position, clock, at, staleAfter, begins, previous]
  const message = begin(keyframeHead + body.length, 'keyframe', numbers)
  message.writeUInt16LE(index, keyframeHead - 4)
  message.writeUInt16LE(count, keyframeHead - 2)
  message.set(body, keyframeHead)
  return message
}

export function formatBeat({ epoch, position, at, isLive }: Omit<Beat, 'kind'>): Buffer {
  const message = begin(beatLength, 'beat', [epoch, position, at])
  message.writeUInt8(isLive ? 1 : 0, beatLength - 1)
  return message
}

/** Null for anything that no leader of this version sends. */
export function readMessage(bytes: Uint8Array): FeedMessage | null {
  if (bytes.length > maxMessageBytes) return null
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (message.length < 4 || magic.some((byte, index) => message[index] !== byte)) return null
  switch (message[3]) {
    case kinds.batch:
      return readBatch(message)
    case kinds.keyframe:
      return readKeyframe(message)
    case kinds.beat:
      return readBeat(message)
    default:
      return null
  }
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
const isTime = (value: number) => value >= 0 && value <= maxTime

const numbersOf = (message: Buffer, count: number): number[] =>
  Array.from({ length: count }, (_, index) => message.readDoubleLE(4 + 8 * index))

function readBatch(message: Buffer): Batch | null {
  if (message.length < batchHead) return null
  const [epoch, first, clock] = numbersOf(message, 3) as [number, number, number]
  const count = message.readUInt32LE(batchHead - 4)
  if (!isCount(epoch) || !isCount(first) || !isCount(first + count) || !isTime(clock)) return null
  if (count === 0 || count > maxItems) return null
  const items: FeedItem[] = []
  let start = batchHead
  for (let number = first; number < first + count; number++) {
    if (start + itemHead > message.length) return null
    const kind = itemKinds.get(message[start]!)
    const at = message.readDoubleLE(start + 1)
    const end = start + itemHead + message.readUInt32LE(start + 9)
    if (!kind || !isTime(at) || end > message.length) return null
    items.push({ number, kind, at, content: message.subarray(start + itemHead, end) })
    start = end
  }
  return start === message.length ? { kind: 'batch', epoch, first, clock, items } : null
}

function readKeyframe(message: Buffer): Keyframe | null {
  if (message.length <= keyframeHead) return null
  const numbers = numbersOf(message, 7) as [number, number, number, number, number, number, number]
  const [epoch, position, clock, at, staleAfter, begins, previous] = numbers
  const [index, count] = [message.readUInt16LE(keyframeHead - 4), message.readUInt16LE(keyframeHead - 2)]
  if (![epoch, position, begins, previous].every(isCount) || ![clock, at, staleAfter].every(isTime))
    return null
  if (staleAfter < 1 || index >= count || count > maxMarkets) return null
  const body = message.subarray(keyframeHead)
  const head = { epoch, position, clock, at, staleAfter, begins, previous }
  return { kind: 'keyframe', ...head, index, count, body }
}

function readBeat(message: Buffer): Beat | null {
  if (message.length !== beatLength) return null
  const [epoch, position, at] = numbersOf(message, 3) as [number, number, number]
  const live = message.readUInt8(beatLength - 1)
  if (!isCount(epoch) || !isCount(position) || !isTime(at) || live > 1) return null
  return { kind: 'beat', epoch, position, at, isLive: live === 1 }
}
