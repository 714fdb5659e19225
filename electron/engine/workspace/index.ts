export { openWorkspaceFile } from './workspace-file'
export { Pointing } from './pointing'
export { fileNameOf, largestFile, workspaceExtension, workspaceFrom } from './shared-file'
export { WorkspaceStore } from './store'
