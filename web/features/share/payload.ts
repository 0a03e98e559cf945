import type { SharePayload, ToShare } from '../../platform/sharing.ts'
import { smsLink } from './sms-link.ts'

type How = {
  /** The link as it is passed on: the one asked for, or its short form. */
  link: string
  /** What is said where the asker has no words. */
  words: string
  subject: string
  separator?: string | undefined
}

/** What was asked to be shared, with every part worded. */
export function payloadOf(what: ToShare, { link, words, subject, separator }: How): SharePayload {
  const retold = (text: string) => text.replaceAll(what.shareLink, () => link)
  const withLink = (text: string) => {
    const said = retold(text).trim()
    return said.includes(link) ? said : `${said} ${link}`.trim()
  }
  const inAddress = (address: string) => address.replaceAll(encodeURIComponent(what.shareLink), () => encodeURIComponent(link))
  const shareBody = withLink(what.shareBody ?? words)

  return {
    shareLink: link,
    title: what.title,
    shareBody,
    emailLink: what.emailLink ? inAddress(what.emailLink) : mailLink(subject, withLink(what.emailBody || shareBody)),
    smsLink: what.smsLink ? inAddress(what.smsLink) : smsLink(withLink(what.smsBody || shareBody), separator),
    hideOptions: what.hideOptions ?? false,
    allowQrCodeDownload: what.allowQrCodeDownload ?? false,
  }
}

const mailLink = (subject: string, body: string) => `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`

export const whatsappLink = (body: string) => `https://wa.me/?text=${encodeURIComponent(body)}`

/** What is said beside a link that travels on its own. */
export const besideLink = ({ shareBody, shareLink }: SharePayload) => shareBody.replace(shareLink, '').replace(/(?<![\s:])[\s:]+$/, '')
