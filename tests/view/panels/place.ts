/** Where a panel of a test stands: in the main frame of a workspace. */
export const place = {
  workspace: 'w',
  frame: 'main',
  alone: false,
  maximised: () => false,
  toggleMaximised: () => undefined
}
