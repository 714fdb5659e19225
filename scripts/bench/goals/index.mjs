import { addresses } from './addresses.mjs'
import { againstOthers, decodeAndApply, snapshots, wholeHub } from './books.mjs'
import { analysis } from './analysis.mjs'
import { change } from './change.mjs'
import { collections } from './collections.mjs'
import { deskFeed } from './desk-feed.mjs'
import { fuzz } from './fuzz.mjs'
import { sealing } from './parquet.mjs'
import { recordingAndReplay } from './recording.mjs'
import { endToEnd } from './socket.mjs'
import { viewFrame } from './view.mjs'

/**
 * The goals of the engine, which need no Electron. Those with `packages` need what others wrote; `also` are measured with it.
 * @type {{ number: number, also?: number[], title: string, packages?: true,
 *   measure: (workshop: import('../workshop.mjs').Workshop) => Promise<import('../report.mjs').Findings> }[]}
 */
export const engineGoals = [
  { number: 1, title: 'updates', measure: decodeAndApply },
  { number: 2, title: 'snapshots', measure: snapshots },
  { number: 3, title: 'the whole hub', measure: wholeHub },
  { number: 4, title: 'beside other books', packages: true, measure: againstOthers },
  { number: 5, title: 'deep books', measure: change },
  { number: 6, title: 'end to end', packages: true, measure: endToEnd },
  { number: 7, title: 'garbage', measure: collections },
  { number: 8, title: 'frames for windows', measure: viewFrame },
  { number: 9, title: 'fuzz', measure: fuzz },
  { number: 13, title: 'addresses', measure: addresses },
  { number: 16, title: 'the log and its replay', also: [14, 17, 18], measure: recordingAndReplay },
  { number: 17, title: 'sealing', measure: sealing },
  { number: 20, title: 'desk feed', measure: deskFeed },
  { number: 21, title: 'analysis', measure: analysis }
]
