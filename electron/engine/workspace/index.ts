export { openWorkspaceFile } from './workspace-file'
export { Pointing } from './pointing'
export { fileNameOf, largestFile, workspaceFrom } from './shared-file'
export { WorkspaceStore } from './store'
