/** What every page may know of the installation it belongs to. */
export type Site = {
  productName: string
  productSlug: string
  publicUrl: string
  supportPhone: string
  helpUrl: string
  homeValueUrl: string
  isDemo: boolean
}
