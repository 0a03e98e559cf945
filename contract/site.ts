/** Who can sign up: anyone, people with an invitation, those at certain email domains or with an invitation, or no one. */
export type SignUpMode = 'open' | 'invited' | 'domains' | 'off'

/** What every page knows about the installation. */
export type Site = {
  productName: string
  productSlug: string
  /** One sentence for the front page; empty shows the built-in one. */
  description: string
  version: string
  publicUrl: string
  supportPhone: string
  helpUrl: string
  homeValueUrl: string
  /** Links at the foot of the front page; empty shows none. */
  privacyUrl: string
  termsUrl: string
  accessibilityUrl: string
  sourceUrl: string
  /** Videos that show how to install a card; empty shows the built-in illustrations. */
  installVideoIphone: string
  installVideoAndroid: string
  /** The map tile server and its attribution; empty shows no map. */
  tilesUrl: string
  tilesAttribution: string
  isDemo: boolean
  /** False: every card has everything, and nothing about plans is shown. */
  hasPlans: boolean
  /** Accounts live at an external identity provider, so the built-in login page is off. */
  isLoginOutside: boolean
  /** False: there is no mail server, and mails are files in the outbox. */
  sendsMail: boolean
  signUp: SignUpMode
  /** LAN address for phones while PUBLIC_URL is localhost, and whether they can open it. */
  phone: { address: string; isOpen: boolean } | null
}
