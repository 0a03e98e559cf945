import { createContext, useContext } from 'react'

/** What a share sheet is opened with. */
export type SharePayload = {
  shareLink: string
  title: string
  shareBody: string
  emailLink: string
  smsLink: string
  hideOptions: boolean
  allowQrCodeDownload: boolean
}

/** A request to share; missing texts are made from the link and its title. */
export type ShareRequest = Partial<SharePayload> & {
  shareLink: string
  title: string
  /** Texts for an email and a text message; the link is appended if missing. */
  emailBody?: string
  smsBody?: string
  /** Set if the link is shortened first. */
  shorten?: { stored: string; gradeServiceId: number; kind: 'connect' | 'review' }
}

/** A text with another form of its link. Another address that begins with the link stays as it is. */
export const replaceLink = (text: string, link: string, other: string) =>
  text.replaceAll(link, (found, at: number) => (/^[\w/?#=&-]/.test(text.slice(at + found.length)) ? found : other))

/** `busy` is the link being prepared. */
export type Sharing = { share(what: ShareRequest): Promise<void>; busy: string | null }

export const SharingContext = createContext<Sharing>({ share: async () => {}, busy: null })
export const useSharing = (): Sharing => useContext(SharingContext)
