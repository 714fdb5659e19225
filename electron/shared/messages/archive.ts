import { choose } from './language'

/** Texts of the main process and the engine about the statement archive. */
export const archiveText = choose({
  en: {
    notConnected: 'To fetch statements, connect to the service first.',
    folderNotOpened: (folder: string) => `The folder ${folder} could not be opened.`,
    dialogs: {
      export: 'Export statements',
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
      idsTooLong: (name: string, megabytes: number) => `${name} is too long: the limit is ${megabytes} MB.`,
      idsNotRead: (name: string) => `${name} could not be read.`
    },
    document: {
      title: (name: string) => `${name} – Leadline`,
      menu: 'Document',
      close: 'Close',
      saveCopy: 'Save a copy',
      notPdf: (name: string) => `${name} is not a PDF. Open it from its folder.`,
      notShown: (name: string) => `${name} could not be shown. Open it from its folder.`
    }
  }
})
