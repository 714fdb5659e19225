import { codesOf, type Frame } from './frame'

interface ScannedTime {
  seconds: number
  nanoseconds: number
}

/** Reads the time at `position` and returns the position after its Z, or -1. */
type ScanTime = (position: number, into: ScannedTime) => number

/**
 * Consecutive times nearly always share the minute, so its sixteen letters are compared first and parsed only if they
 * differ.
 */
export function timeScanner(frame: Frame): ScanTime {
  const bytes = frame.bytes
  const view = frame.view
  const zero = 0x30
  const dash = 0x2d
  const colon = 0x3a
  const point = 0x2e
  const capitalT = 0x54
  const capitalZ = 0x5a
  const minuteLength = 16
  const powers = Int32Array.from({ length: 10 }, (_, digits) => 10 ** (9 - digits))
  const monthLengths = Uint8Array.of(0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

  const last = new DataView(codesOf('1970-01-01T00:00').buffer)
  const lastWords = Int32Array.from({ length: 4 }, (_, word) => last.getInt32(4 * word, true))
  let lastSeconds = 0

  return function scanTime(position, into) {
    if (
      (view.getInt32(position + 12, true) !== lastWords[3] ||
        view.getInt32(position + 8, true) !== lastWords[2] ||
        view.getInt32(position + 4, true) !== lastWords[1] ||
        view.getInt32(position, true) !== lastWords[0]) &&
      !readMinute(position)
    ) {
      return -1
    }
    if (bytes[position + minuteLength] !== colon) return -1
    const second = twoDigits(position + minuteLength + 1)
    if (second < 0 || second > 59) return -1
    let at = position + minuteLength + 3
    let fraction = 0
    if (bytes[at] === point) {
      at = (at + 1) | 0
      const first = at
      let code = bytes[at]! - zero
      if (code >>> 0 > 9) return -1
      do {
        fraction = (Math.imul(fraction, 10) + code) | 0
        at = (at + 1) | 0
        code = bytes[at]! - zero
      } while (code >>> 0 <= 9)
      const digits = at - first
      if (digits > 9) return -1
      fraction = Math.imul(fraction, powers[digits]!)
    }
    if (bytes[at] !== capitalZ) return -1
    into.seconds = lastSeconds + second
    into.nanoseconds = fraction
    return at + 1
  }

  /** Or -1. */
  function twoDigits(position: number): number {
    const tens = bytes[position]! - zero
    const ones = bytes[position + 1]! - zero
    return tens >>> 0 > 9 || ones >>> 0 > 9 ? -1 : tens * 10 + ones
  }

  /** Caches the minute at `position`; false if it is invalid. */
  function readMinute(position: number): boolean {
    const century = twoDigits(position)
    const ofCentury = twoDigits(position + 2)
    const month = twoDigits(position + 5)
    const day = twoDigits(position + 8)
    const hour = twoDigits(position + 11)
    const minute = twoDigits(position + 14)
    if (century < 0 || ofCentury < 0 || month < 1 || month > 12 || day < 1) return false
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return false
    if (bytes[position + 4] !== dash || bytes[position + 7] !== dash) return false
    if (bytes[position + 10] !== capitalT || bytes[position + 13] !== colon) return false
    const year = century * 100 + ofCentury
    if (day > monthLengths[month]! + (month === 2 && isLeap(year) ? 1 : 0)) return false
    lastSeconds = ((dayNumber(year, month, day) * 24 + hour) * 60 + minute) * 60
    for (let word = 0; word < 4; word += 1) lastWords[word] = view.getInt32(position + 4 * word, true)
    return true
  }
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** Days since 1970-01-01. Years start in March, so that the leap day is the last. */
function dayNumber(year: number, month: number, day: number): number {
  const monthsSinceMarch = (month + 9) % 12
  const marchYear = month < 3 ? year - 1 : year
  const daysBefore = Math.floor((153 * monthsSinceMarch + 2) / 5)
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + daysBefore + day - 1 - 719_468
}
