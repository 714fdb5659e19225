import { createPublicKey, verify } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { EvidenceCheck, EvidenceReport } from '#shared/contract/recording/evidence'
import type { Decimal } from '#shared/domain/base/decimal'
import type { Level } from '#shared/domain/market/messages'
import { evidenceText } from '#shared/messages/evidence'
import { sizeOf } from '#shared/wire/stream-decoder-values'
import { isMessage, parseLines } from '../log/lines'
import { marketMessage } from '../parquet/message-reader'
import { manifestName, publicKeyName, sha256, signatureName, sumsName, timestampName } from './bundle'
import { readKeyframeFile } from './keyframe-file'
import { readManifest, type EvidenceManifest } from './manifest'
import type { NumberedMessage } from './market-lines'
import { isSameBook, rebuildBook, textOf, type Sides } from './rebuild-book'
import { fingerprintOf } from './signing-key'
import { isStampOf, readStamp } from './timestamp'

export type Files = ReadonlyMap<string, Buffer>
type Finding = Omit<EvidenceCheck, 'subject'>

const text = evidenceText.checks
const good = (sentence: string): Finding => ({ ok: true, sentence })
const bad = (sentence: string): Finding => ({ ok: false, sentence })
const none = Buffer.alloc(0)
/** A book has at most 50,000 levels per side. */
const maxRows = 200_000
const maxRowLength = 1000
const maxSums = 100

/** The checks of a bundle's claims. @param ownKey as PEM, if this computer has one */
export function checkBundle(files: Files, ownKey: string | null): Omit<EvidenceReport, 'path'> {
  const sums = readSums(files.get(sumsName) ?? none)
  const manifest = readManifest(files.get(manifestName) ?? none)
  const checks: EvidenceCheck[] = [{ subject: text.signature, ...checkSignature(files, ownKey) }]
  const add = (subject: string, finding: Finding) => checks.push({ subject, ...finding })
  if (!sums) add(sumsName, bad(text.notReadable))
  for (const [name, digest] of sums ?? []) add(name, checkFile(files.get(name), digest))
  for (const name of files.keys())
    if (!sums?.has(name) && name !== sumsName && name !== signatureName) add(name, bad(text.notListed))
  if (!manifest || !isOf(manifest, sums)) add(text.manifest, bad(text.notReadable))
  else {
    add(text.book, checkBook(files, manifest))
    add(text.trades, checkTrades(files))
    if (files.has(timestampName)) add(text.timestamp, checkStamp(files))
  }
  return {
    about: manifest && {
      market: manifest.market,
      at: manifest.moment.time,
      state: manifest.state,
      by: manifest.written.by
    },
    checks
  }
}

/** As `sha256sum -c` reads it; null for anything else. */
function readSums(content: Buffer): ReadonlyMap<string, string> | null {
  const sums = new Map<string, string>()
  for (const line of content.toString('utf8').split('\n').slice(0, -1)) {
    const match = /^([0-9a-f]{64}) {2}([A-Za-z0-9][\w.-]*)$/.exec(line)
    if (!match || sums.has(match[2]!) || sums.size === maxSums) return null
    sums.set(match[2]!, match[1]!)
  }
  return sums.size > 0 ? sums : null
}

function checkSignature(files: Files, ownKey: string | null): Finding {
  const key = files.get(publicKeyName) ?? none
  try {
    const publicKey = createPublicKey(key)
    const isEd25519 = publicKey.asymmetricKeyType === 'ed25519'
    const isSigned =
      isEd25519 && verify(null, files.get(sumsName) ?? none, publicKey, files.get(signatureName) ?? none)
    if (!isSigned) return bad(text.notSigned)
    const fingerprint = fingerprintOf(key)
    const isOwn = ownKey !== null && fingerprintOf(ownKey) === fingerprint
    return good(isOwn ? text.signedHere(fingerprint) : text.signedBy(fingerprint))
  } catch {
    return bad(text.notSigned)
  }
}

function checkFile(content: Buffer | undefined, digest: string): Finding {
  if (!content) return bad(text.missing)
  return sha256(content) === digest ? good(text.unchanged) : bad(text.changed)
}

const isOf = ({ files }: EvidenceManifest, sums: ReadonlyMap<string, string> | null) =>
  Object.entries(files).every(([name, digest]) => sums?.get(name) === digest)

function checkBook(files: Files, { market, book, state }: EvidenceManifest): Finding {
  const keyframe = readKeyframeFile(files.get('keyframe.json') ?? none)
  const messages = messagesOf(files)
  if (keyframe?.seq !== book.keyframe || messages?.some(({ message }) => message.market !== market) !== false)
    return bad(text.notReadable)
  const rebuilt = rebuildBook(keyframe, messages, book)
  const stated = bookOf(files.get('book.csv') ?? none)
  if (!rebuilt || !stated) return bad(text.notReadable)
  return isSameBook(rebuilt, stated)
    ? good(text.sameBook(stated.bids.length, stated.asks.length, state))
    : bad(text.otherBook)
}

function messagesOf(files: Files): readonly NumberedMessage[] | null {
  const items = parseLines(files.get('frames.tsv') ?? none)?.filter(isMessage)
  return (
    items?.flatMap(({ seq, content }) => {
      const message = marketMessage(content)
      return message ? [{ seq, message }] : []
    }) ?? null
  )
}

/** Throws if it is not a table of ours. */
function rowsOf(content: Buffer): Record<string, string>[] {
  const options = { columns: true, to: maxRows + 1, max_record_size: maxRowLength } as const
  const rows: Record<string, string>[] = parse(content, options)
  if (rows.length > maxRows) throw new RangeError('Too many rows')
  return rows
}

/** Throws for what the service cannot have sent. */
function exact(text: string): Decimal {
  const value = sizeOf(text)
  if (!value) throw new RangeError('Not a number of the service')
  return value
}

/** Null if it is not one of ours. */
function bookOf(content: Buffer): Sides | null {
  try {
    const sides = { bid: [] as Level[], ask: [] as Level[] }
    for (const { side, price = '', amount = '' } of rowsOf(content))
      sides[side as keyof typeof sides].push({ price: exact(price), amount: exact(amount) })
    return { bids: sides.bid, asks: sides.ask }
  } catch {
    return null
  }
}

/** Those before the first line are not in the bundle. */
function checkTrades(files: Files): Finding {
  const messages = messagesOf(files) ?? []
  const trades = new Map(messages.map(({ seq, message }) => [seq, message]))
  const first = messages[0]?.seq ?? 0
  const table = files.get('trades.csv')
  if (!table) return bad(text.missing)
  let matched = 0
  let older = 0
  try {
    for (const { seq, price = '', amount = '' } of rowsOf(table)) {
      const message = trades.get(Number(seq))
      if (message?.kind === 'execution') {
        const isSame =
          textOf(message.price) === textOf(exact(price)) && textOf(message.amount) === textOf(exact(amount))
        if (!isSame) return bad(text.otherTrade(seq!))
        matched += 1
      } else if (Number(seq) < first) older += 1
      else return bad(text.otherTrade(seq ?? ''))
    }
  } catch {
    return bad(text.notReadable)
  }
  return good(text.sameTrades(matched, older))
}

function checkStamp(files: Files): Finding {
  const reply = files.get(timestampName)!
  const stamp = readStamp(reply)
  if (!stamp?.granted || !isStampOf(reply, files.get(manifestName) ?? none)) return bad(text.otherStamp)
  return good(text.stamped(stamp.time))
}
