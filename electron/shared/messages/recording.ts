import { choose, count, number } from './language'

const gigabytes = (bytes: number) => `${number(Math.round(bytes / 1e8) / 10)} GB`
/** Megabytes for less than a tenth of a gigabyte. */
const space = (bytes: number, round: (value: number) => number) =>
  bytes < 1e8 ? `${number(round(bytes / 1e6))} MB` : `${number(round(bytes / 1e8) / 10)} GB`

export const recordingText = choose({
  en: {
    notWritten: (folder: string, reason: string) =>
      `The recording cannot be written to ${folder}: ${reason}. Leadline tries again every few seconds. Until then, messages may be lost; they are counted.`,
    notRemoved: (folder: string, reason: string) =>
      `Old recordings could not be deleted from ${folder}: ${reason}. Leadline tries again every few seconds.`,
    pinsDamaged: (file: string) =>
      `${file} is damaged, so nothing is deleted to stay within the limits. Delete the file, then pin the days again.`,
    pinsInUse: 'Another process is changing the list of pinned days. Try again.',
    tooManyPins: (max: number) => `At most ${number(max)} days can be pinned. Unpin some first.`,
    tooManyRanges: (max: number) => `At most ${number(max)} ranges can be pinned. Unpin some first.`,
    diskLow: (free: number, min: number) =>
      `Recording is paused: the disk has ${gigabytes(free)} left, and ${gigabytes(min)} are kept free. It resumes when there is more.`,
    inUse: (folder: string, process: number | null) =>
      `Another Leadline${process === null ? '' : ` (process ${process})`} is already recording to ${folder}.`,
    summary: (markets: number, live: number, bytes: number, dropped: number) =>
      `${count(markets, 'market')}, ${number(live)} live, ${number(Math.round(bytes / 1e4) / 100)} MB on disk` +
      (dropped > 0 ? `, ${count(dropped, 'message')} not recorded` : ''),
    ended: (log: string) => `Stopped. The recording is in ${log}.`,
    verified: (
      log: string,
      items: number,
      segments: number,
      bytes: number,
      damaged: number,
      last: string | null
    ) =>
      `${log}: ${count(items, 'item')} in ${count(segments, 'segment')} (${number(bytes)} bytes), ` +
      `${damaged === 0 ? 'nothing altered or missing' : `${count(damaged, 'place')} damaged`}. ` +
      `SHA-256 of the last member: ${last ?? 'none'}`,
    empty: 'Nothing is recorded yet.',
    notPrinted: 'The page could not be created. Try again.',
    backtest: {
      noMarket: 'Alerts on missing data or the connection cannot be backtested.',
      notRecorded: 'There is no recording of this connection.'
    },
    notSealed: (file: string) =>
      `${file} could not be read back as it was written, so it is not used. Check the disk, then try again.`,
    parquetNotWritten: (log: string, reason: string) =>
      `The Parquet files of ${log} could not be written or deleted: ${reason}. Leadline tries again in ten minutes.`,
    sealingStopped: 'Writing Parquet files stopped unexpectedly. Leadline tries again in the next hour.',
    manifestDamaged: (file: string) =>
      `${file} is damaged, so it is unknown what was sealed. Delete the folder “parquet” and seal again.`,
    otherLog: (segment: string) =>
      `${segment} does not fit the Parquet files beside it, which are of another log. Move the folder “parquet” away, then seal again.`,
    sealedPart: (hour: string, files: number, rows: number, bytes: number) =>
      `${hour}: ${count(rows, 'row')} in ${count(files, 'file')} (${number(bytes)} bytes)`,
    sealedAll: (log: string) => `Everything in ${log} is sealed.`,
    nothingToVerify: 'There is no recording: no connection with markets is in use.',
    damage: {
      unreadable: (segment: string, offset: number, length: number) =>
        `${segment}: ${number(length)} bytes from byte ${number(offset)} are unreadable.`,
      altered: (segment: string, offset: number, length: number) =>
        `${segment}: ${number(length)} bytes from byte ${number(offset)} were altered or damaged.`,
      chain: (segment: string, offset: number) =>
        offset === 0
          ? `${segment}: the segment before it was altered or removed.`
          : `${segment}: something before byte ${number(offset)} was removed or replaced.`
    },
    catalogStopped: 'The list of recordings stopped unexpectedly. Try again.',
    busy: 'Another job is running on the recordings. Try again when it has finished.',
    unknownRecording: 'This recording no longer exists.',
    notListed: (folder: string, reason: string) =>
      `The recordings in ${folder} could not be read: ${reason}.`,
    notDeleted: (folder: string, reason: string) => `Not everything was deleted from ${folder}: ${reason}.`,
    notExported: (folder: string, reason: string) =>
      `The export could not be written to ${folder}: ${reason}. No file was kept.`,
    exportEmpty: 'Nothing was recorded in the selected days and times, so there is nothing to export.',
    exportDamaged:
      'The selected days are damaged and cannot be read. Verify them to see where, or export the raw log.',
    exportInside: 'Choose a folder outside the recordings: they are managed by Leadline.',
    notImported: (folder: string, reason: string) =>
      `Not everything was imported from ${folder}: ${reason}. What was imported so far is kept. Import again to continue.`,
    nothingToImport: (folder: string) =>
      `${folder} has no recording. Choose an exported raw log, a recordings folder, or one of its connections.`,
    noSpace: (folder: string, needed: number, free: number) =>
      `This needs ${space(needed, Math.ceil)}, and the disk of ${folder} has ${space(Math.max(0, free), Math.floor)} to spare. Nothing was written.`,
    refused: {
      unreadable: (segment: string) => `${segment}: not a readable segment.`,
      damaged: (segment: string) => `${segment}: damaged or altered.`,
      chain: (segment: string) => `${segment}: does not follow the segment before it.`,
      other: (segment: string) => `${segment}: a different segment with this name is already here.`
    },
    evidence: {
      written: (version: string) => `Leadline ${version}`,
      notStamped: (host: string, reason: string) => `There is no time stamp from ${host}: ${reason}`,
      stampStatus: (status: number) => `it answered with HTTP ${status}.`,
      stampTimeout: 'it did not answer in time.',
      stampRefused: 'it refused the request.',
      stampInvalid: 'its answer is not a time stamp of this bundle.',
      dialogs: { keep: 'Keep evidence', verify: 'Verify evidence' },
      notRead: (file: string, reason: string) => `${file} could not be read: ${reason}.`,
      notFile: (file: string, reason: string) => `${file} ${reason}.`,
      kept: (market: string, time: string, path: string) =>
        `Evidence of ${market} at ${time} saved as ${path}`,
      waiting: {
        file: 'waiting evidence',
        lost: (lost: number) =>
          lost === 0
            ? 'it was damaged'
            : `${count(lost, 'moment')} ${lost === 1 ? 'was' : 'were'} unreadable`,
        cancelled: 'It was cancelled.',
        interrupted: 'Leadline ended before it was saved.',
        jobCancelled: (market: string, time: string) =>
          `Evidence of ${market} at ${time} was cancelled. To keep it after all, use “Keep evidence of this moment” in a replay of that time.`,
        tooMany: (max: number) =>
          `At most ${number(max)} moments can wait until the desk shares them. Cancel some first.`,
        tooManyHere: (max: number) =>
          `Evidence of ${count(max, 'moment')} is already waiting, which is the limit.`,
        notYetKept: (market: string, time: string, reason: string) =>
          `Evidence of ${market} at ${time} is not saved yet: ${reason} Leadline tries again every 30 seconds.`,
        notKept: (market: string, time: string, reason: string) =>
          `Evidence of ${market} at ${time} could not be kept: ${reason}`
      },
      nothing: 'There is no recording of this connection, so there is no evidence to keep.',
      off: 'Recording is off in Settings, so evidence cannot be kept.',
      full: (folder: string, max: number) =>
        `${folder} has ${gigabytes(max)} of evidence, which is the limit. Move or delete some first.`,
      gone: (file: string) => `${file} no longer exists.`,
      sessionKey:
        'The keychain is not available, so it is signed with a key that exists only until Leadline quits.',
      empty: (market: string) =>
        `Nothing of ${market} was recorded by then, so there is no evidence to keep.`,
      tooLarge: (market: string) =>
        `Too much was recorded of ${market} since the last keyframe. Export the days of the recording instead.`,
      differs: (market: string) =>
        `The book of ${market} does not follow from what was recorded, so no evidence was kept. Verify the recording.`
    },
    notMoved: (folder: string, reason: string) =>
      `The recordings could not be moved to ${folder}: ${reason}. They remain where they were.`,
    moveNested: 'Choose a folder that is not inside the current one and does not contain it.',
    moveNotEmpty: (folder: string) => `${folder} is not empty. Choose an empty folder.`,
    moveDiffers: (file: string) =>
      `${file} was corrupted while copying, so nothing was moved. Check that drive, or choose another one.`,
    marker: (id: string) =>
      `Leadline keeps its recordings in this folder, and finds them by this file.\n\nID: ${id}\n`,
    away: (folder: string) =>
      `Nothing is being recorded: the recordings folder, ${folder}, is missing. Reconnect its drive to continue.`,
    folderFile: 'location of the recordings',
    folderNotSaved:
      'The location of the recordings cannot be changed, because a newer version wrote its file.',
    shared: {
      damagedSums: (set: string) => `The list of files of ${set} in the shared recordings is damaged.`,
      noFolder: (folder: string) => `The shared folder ${folder} cannot be found.`,
      notFetched: (folder: string, reason: string) =>
        `Not everything was fetched into ${folder}: ${reason}. What was fetched so far is kept. Fetch again to continue.`,
      noFile: (name: string) => `${name} is missing from the shared recordings.`,
      tooMany: 'The shared recordings have too many files.',
      storeFailed: (detail: string) => `The server does not store shared recordings: ${detail}.`,
      readFailed: (detail: string) => `The shared recordings of the server cannot be read: ${detail}.`,
      stalled: 'The shared recordings do not answer.',
      notAllowed:
        'The key of this connection may not read the desk’s recordings. Ask the desk’s administrator for a new seat file.',
      unreadable: 'The server’s answer about shared recordings cannot be read.',
      oversized: 'The server’s answer about shared recordings is too large.',
      notRead: (folder: string, reason: string) =>
        `The shared recordings in ${folder} cannot be read: ${reason}.`,
      differs: (name: string) => `${name}: not the file that was shared (its size or its SHA-256 differs).`,
      notYet: (time: string | null) =>
        `The desk has not shared the recording of this time yet. ${time === null ? 'Try again later.' : `It is expected at ${time}.`}`,
      overBudget: (bytes: number, limit: number) =>
        `This time needs ${space(bytes, Math.ceil)}, and shared recordings may take ${space(limit, Math.floor)} here. Choose less time, or raise the limit.`
    },
    deskName: (connection: string) => `${connection} (desk)`,
    importedName: (connection: string) => `${connection} (imported)`,
    dialogs: {
      export: 'Export recordings',
      exportHere: 'Export here',
      import: 'Import recordings',
      importThis: 'Import',
      shared: 'Shared recordings of the desk',
      sharedThis: 'Use this folder',
      move: 'Move recordings',
      moveHere: 'Move here'
    },
    stalled: 'The disk of the recording does not respond. Messages wait in memory.',
    lost: (items: number) => `${count(items, 'message')} could not be recorded.`,
    stopped: 'The recorder stopped and is being restarted.',
    hung: 'The recorder stopped responding and is being restarted.',
    behind: 'The recorder cannot keep up. Some messages are not recorded.',
    replay: {
      noConnection: 'Nothing to replay yet. Connect first: a replay shows the recording of that connection.',
      empty: 'Nothing has been recorded for this connection yet.',
      off: 'Nothing to replay: recording is turned off in the settings, and nothing was recorded before.',
      emptyRange: 'The in point must be before the out point.',
      nothingShared: 'The desk has not shared any recording yet.',
      fetching: 'Fetching this time from the desk…',
      notOpen: 'This window shows live data. Open a replay first.',
      stopped: 'The replay stopped unexpectedly. Open it again, or go back to live.',
      hung: 'The replay stopped responding. Open it again, or go back to live.'
    }
  }
})
