export { openWorkspaceFile } from './workspace-file'
export { Pointing } from './pointing'
export { fileNameOf, maxFileBytes, workspaceExtension, workspaceFrom } from './shared-file'
export { WorkspaceStore } from './store'
