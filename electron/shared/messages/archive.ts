import { choose, count, plural } from './language'

export const archiveText = choose({
  en: {
    notConnected: 'To fetch statements, connect to the service first.',
    folderNotOpened: (folder: string) => `The folder ${folder} could not be opened.`,
    dialogs: {
      export: 'Export statements',
      exportMonths: 'Export months',
      exportFile: (from: string, to: string) => `Statements ${from} to ${to}.zip`,
      secondCopy: 'Keep a second copy',
      secondCopyHere: 'Keep a copy here',
      move: 'Move the archive',
      moveHere: 'Move it here',
      useOther: 'Use another archive',
      useThis: 'Use this archive',
      ids: 'Fetch statements from a file of IDs',
      textFiles: 'Text and tables',
      allFiles: 'All files',
      idsTooLong: (name: string, megabytes: number) => `${name} is too large: the limit is ${megabytes} MB.`,
      idsNotRead: (name: string) => `${name} could not be read.`
    },
    document: {
      title: (name: string) => `${name} – Leadline`,
      menu: 'Document',
      close: 'Close',
      saveCopy: 'Save a copy',
      notPdf: (name: string) => `${name} is not a PDF. Open it from its folder.`,
      notShown: (name: string) => `${name} could not be shown. Open it from its folder.`
    },
    files: { settings: 'archive settings', provenance: 'archive provenance' },
    jobs: {
      opening: 'The archive is being opened. Try again in a moment.',
      moving: 'The archive is being moved. Try again when it has finished.',
      switching: 'Switching archives. Try again when it has finished.',
      restoring: 'Statements are being restored from the second copy. Try again when it has finished.',
      exporting: 'Statements are being exported. Try again when it has finished.',
      fetching: 'Statements are being fetched. Try again when it has finished.',
      comparing: 'Statements are being compared with the service. Try again when it has finished.',
      verifying: 'The archive is being verified. Try again when it has finished.',
      quitting: 'Leadline is quitting.',
      stopped: {
        moving: 'The move was stopped. The archive is still in its old folder.',
        switching: 'Switching archives was stopped.',
        restoring: 'Restoring was stopped. Statements restored so far are kept.',
        exporting: 'The export was stopped. No file was left.',
        comparing: 'The comparison was stopped.',
        verifying: 'The verification was stopped.'
      }
    },
    settings: {
      newer:
        'The archive settings were written by a newer version of Leadline, so this version cannot change them.',
      notSaved: 'The location of the archive could not be saved. Check the free space on the disk.'
    },
    compare: {
      ended: 'The connection ended, so the comparison stopped.',
      notOffered: (file: string) => `${file}: no longer offered by the service.`,
      fileFailed: (file: string, reason: string) => `${file}: ${reason}`,
      notFetched: (known: string, found: string) =>
        `statement.json is not the one that this computer fetched. Its SHA-256 was ${known} and is now ${found}. If another computer uses this archive, it may have fetched the statement again: compare it with the service, or fetch it again.`,
      difference: (field: string, here: string | null, service: string | null) =>
        `${field} is ${here ?? 'missing'} here and ${service ?? 'missing'} at the service`,
      digest: (field: string) => `${field} (SHA-256)`,
      differs: (differences: readonly string[], more: number) =>
        `The archive and the service differ: ${differences.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
    },
    disk: {
      full: (folder: string) =>
        `The disk with ${folder} is full. Complete statements are not affected; the others can be fetched again when there is space.`,
      readOnlyDrive: (folder: string) =>
        `${folder} is on a read-only drive. Everything in it can be read, verified and exported.`,
      notWritable: (folder: string) =>
        `Leadline may not write to ${folder}. Its files can be read, but nothing can be added.`,
      gone: (folder: string) =>
        `${folder} cannot be found. Is its drive connected, and the network available?`,
      fault: (folder: string) =>
        `The disk with ${folder} reports a fault in reading or writing. Check it before you rely on it.`,
      tooManyOpen: 'Too many files are open on this computer. Try again later.',
      busy: (folder: string) => `Another program is using a file in ${folder}. Try again when it is closed.`,
      pathTooLong: (folder: string) =>
        `The path of ${folder} is too long for a file in it. Move the archive to a shorter path.`,
      other: (folder: string, code: string) =>
        `The files in ${folder} could not be accessed${code && ` (${code})`}.`,
      notReadable: (file: string) => `Leadline may not read ${file}.`,
      readFault: (file: string) => `The disk reports a fault in reading ${file}.`,
      fileBusy: (file: string) => `Another program is using ${file}.`,
      fileGone: (file: string) => `${file} cannot be found.`,
      notRead: (file: string, code: string) => `${file} cannot be read${code && ` (${code})`}.`,
      tooLong: (file: string) => `${file} is far larger than it should be.`,
      notFolder: (folder: string) =>
        `${folder} is not a folder, so nothing can be saved in it. Move it elsewhere first.`
    },
    download: {
      notHttps:
        'The service gave a URL for the file that Leadline does not open: it is not a plain https URL.',
      redirectNotHttps: (host: string) =>
        `${host} redirected to a URL that Leadline does not open: it is not a plain https URL.`,
      tooManyRedirects: (host: string) => `${host} redirected too many times.`,
      noTarget: (host: string, status: number) =>
        `${host} sent a redirect without a target (status ${status}).`,
      encoding: (host: string, encoding: string) =>
        `${host} sends the file compressed as “${encoding}”, which Leadline cannot unpack, so it was discarded.`,
      otherPart: (host: string) => `${host} sent another part of the file than the one requested.`,
      shorter: (host: string) => `${host} reports that the file is smaller than announced.`,
      expired: (host: string, status: number) =>
        `The download link at ${host} is no longer valid (status ${status}).`,
      hostError: (host: string, status: number) =>
        `The host of the files, ${host}, returned an error (status ${status}).`,
      refused: (host: string, status: number) => `${host} refused to send the file (status ${status}).`,
      empty: 'The file is empty, so it was discarded.',
      cutPdf: 'The PDF has no proper end: it is cut off or damaged, so it was discarded.',
      webPage:
        'A web page arrived instead of the file, so it was discarded. The network may require you to sign in.',
      notPdf: 'Not a valid PDF, so it was discarded.',
      otherLength: (host: string) => `${host} reports a different file size than before.`,
      cut: (host: string, announced: number, sent: number) =>
        `${host} announced ${announced} bytes and sent ${sent}, so the file was discarded.`,
      tooMuch: 'The file is larger than announced, so it was discarded.',
      unpacksTooLong:
        'The file was sent compressed and grows far beyond the size of a statement when unpacked, so it was discarded.',
      tooLong: (size: string) =>
        `The file is larger than ${size}, the limit for a statement, so it was discarded.`,
      megabytes: (megabytes: number) => `${megabytes} MB`,
      bytes: (bytes: number) => `${bytes} bytes`,
      silent: (host: string, seconds: number) => `${host} sent nothing for ${seconds} seconds.`
    },
    fetch: {
      noId: (example: string) => `No statement ID found in this text. IDs look like ${example}.`,
      notYet: 'Not fetched yet.',
      stopped: 'Stopped.',
      ended: 'The connection ended, so fetching stopped.',
      refused: (refused: number, ids: number, max: number, queued: number) =>
        `${refused} of these ${ids} IDs were not queued: the limit is ${max}${queued === 0 ? '' : `, and ${queued} are queued already`}. Fetch them again when the others are complete.`,
      unfinished: 'The service has not finished this statement; what there is was saved.',
      lackingOne: (format: string, reason: string) =>
        `Its ${format} could not be fetched; the rest was saved. ${reason}`,
      lackingMany: (files: number, reason: string) =>
        `${files} of its files could not be fetched; the rest was saved. ${reason}`,
      file: 'file',
      folderTaken: (folder: string, belongs: string) =>
        `The folder ${folder} contains another statement, which belongs in ${belongs}. Move it there, then fetch again.`,
      interfered: 'Another program removed files while they were being fetched. Fetch the statement again.',
      tooManyFiles: (files: number) => `The statement has ${files} files, more than a statement can have.`,
      noFilesStatus: (status: string) =>
        `The service has no files for this statement. Its status is ${status}.`,
      preparing: 'The service is still preparing this statement: its files are not available yet.',
      preparingStatus: (status: string) =>
        `The service is still preparing this statement: its files are not available yet. Its status is ${status}.`,
      noAddress: 'The service has no download link for this file.',
      notListed: 'The service no longer lists this file of the statement.'
    },
    list: {
      unlisted:
        'SHA256SUMS does not list this statement, so Leadline did not save it here. Fetch it again, or accept the current list.',
      disagrees: 'statement.json and SHA256SUMS disagree: one of them was changed after it was fetched.'
    },
    lock: {
      other: 'Another Leadline writes to this archive.',
      otherUnknown:
        'Another Leadline writes to this archive. You can read everything here; nothing is written until it quits.',
      otherOn: (host: string, process: number) =>
        `Another Leadline on ${host} (process ${process}) writes to this archive. You can read everything here; nothing is written until it quits.`
    },
    locations: {
      otherArchive: (folder: string) =>
        `${folder} contains another archive than before. Nothing is written to it.`,
      gone: (folder: string) =>
        `The archive is no longer at ${folder}. Is its drive connected, and the network available?`,
      noArchive: (folder: string) =>
        `There is no archive in ${folder}: no leadline-archive.json, and no statements in their own folders.`,
      isArchive: (folder: string) =>
        `${folder} is another archive already. Choose another folder, or use that archive as it is.`,
      notFolder: (folder: string) => `${folder} is not a folder.`,
      inUse: (folder: string) => `${folder} is already in use for something else. Choose another folder.`,
      nested: 'The new folder must not be inside the old one, or the old one inside it.',
      corrupted: (file: string) =>
        `${file} was corrupted while copying. The archive stays in its current folder.`,
      moveInterrupted: (to: string, folder: string) =>
        `Moving the archive to ${to} was interrupted. Nothing is lost: the archive is still at ${folder}.`,
      leftovers: (reason: string) => `Files left behind by a move could not be removed yet. ${reason}`
    },
    copy: {
      none: 'There is no second copy to restore from.',
      otherArchive: (folder: string) =>
        `${folder} contains another archive. Choose another folder for the copy.`,
      notCopied: (reason: string) =>
        `${reason} This statement is not in the copy yet; the others were copied.`,
      changed: (key: string) =>
        `${key} has changed since it was fetched, so the second copy keeps its version.`,
      differs: (key: string) =>
        `The archive and its copy differ in ${key}, and both look intact. Neither was changed.`,
      notRestored: (key: string, more: number) =>
        `In the second copy, ${key}${more > 0 ? ` and ${more} more` : ''} does not match SHA256SUMS, so it was not restored.`,
      notVerified: (reason: string) => `The second copy was not verified. ${reason}`
    },
    export: {
      period: (from: string, to: string) => `${from} to ${to}`,
      moved: (id: string, belongs: string) =>
        `The statement ${id} is not in its own folder, so nothing was exported. Move it to ${belongs} first.`,
      damaged: {
        altered: (id: string) =>
          `The statement ${id} is altered, so nothing was exported. Fetch it again first.`,
        missing: (id: string) =>
          `The statement ${id} is missing, so nothing was exported. Fetch it again first.`,
        unreadable: (id: string) =>
          `The statement ${id} is unreadable, so nothing was exported. Fetch it again first.`
      },
      none: 'The archive has no statement of this period.',
      archiveChanged: 'The archive changed during the export. Export again.',
      fileChanged: (file: string) =>
        `${file} has changed since it was fetched, so nothing was exported. Verify the archive.`,
      missing: (statements: number) =>
        `${count(statements, 'statement')} of this period ${plural(statements, { one: 'is', other: 'are' })} missing.`,
      unfinished: (statements: number) =>
        `${count(statements, 'statement')} ${plural(statements, { one: 'is', other: 'are' })} not finished by the service.`,
      lacking: (files: number) => `${count(files, 'file')} could not be fetched.`
    },
    table: {
      kept: (sentence: string) => `${sentence} The file itself is kept unchanged.`,
      notText: 'This file cannot be read as a table: it is not text with columns.',
      notCsv: 'Not a valid CSV table.',
      empty: 'This CSV file has no lines.',
      tooWide: (max: number) => `This table has more than ${max} columns.`,
      tooLong: (max: number) => `This table has more than ${max} rows.`,
      column: (place: number) => `Column ${place}`,
      uneven: (lines: number) =>
        `${count(lines, 'line does', 'lines do')} not have as many cells as the header, so no column is added up.`,
      noTotal: 'The statement has no total to compare this table with.',
      noColumn: 'No column of this table can be compared with the statement total.',
      matches: (column: string, total: string) =>
        `The column “${column}” adds up to the statement total, ${total}.`,
      differs: (column: string, sum: string, total: string, difference: string) =>
        `The column “${column}” adds up to ${sum}, but the statement total is ${total}. The difference is ${difference}.`,
      ownTotal: (sentence: string, total: string) =>
        `${sentence} The table’s own total row shows ${total}, which is not the sum of its rows.`
    },
    view: {
      tooLong: (file: string, megabytes: number) =>
        `${file} is larger than ${megabytes} MB, too large to show here. Open it from its folder.`,
      changed: (file: string) =>
        `${file} has changed since it was fetched. Verify the archive, then fetch it again.`,
      missing: (file: string) => `${file} is missing from the archive. Fetch the statement again.`,
      noStatement: 'This statement is not in the archive. It may have been moved or removed.',
      noFile: 'The statement has no such file.'
    },
    /** Words of the list that a search matches. */
    search: { revised: 'revised', unfinished: 'not finished', lacking: 'not fetched' }
  }
})
