/** What every page may know of the installation it belongs to. */
export type Site = {
  productName: string
  productSlug: string
  version: string
  publicUrl: string
  supportPhone: string
  helpUrl: string
  homeValueUrl: string
  /** Films that show how a card is installed; empty for our own drawings. */
  installVideoIphone: string
  installVideoAndroid: string
  /** Where map pictures come from, and whom they are to thank; empty for no map. */
  tilesUrl: string
  tilesAttribution: string
  isDemo: boolean
  /** Accounts are kept by an outside provider: there is no login page of our own. */
  isLoginOutside: boolean
}
