declare module '*.woff?inline' {
  /** As a data URL. */
  const address: string
  export default address
}
