export { openKeptDesk } from './kept-desk'
export { Pointing } from './pointing'
export { fileNameOf, fileTextOf, largestFile, workspaceFrom } from './shared-file'
export { WorkspaceStore } from './store'
