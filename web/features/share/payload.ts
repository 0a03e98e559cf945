import { replaceLink, type SharePayload, type ShareRequest } from '../../platform/sharing.ts'
import { smsLink } from './sms-link.ts'

type ShareOptions = {
  /** The link to share: the original or its short form. */
  link: string
  /** The default text. */
  words: string
  subject: string
  separator?: string | undefined
}

/** The complete payload for a share request. */
export function buildPayload(what: ShareRequest, { link, words, subject, separator }: ShareOptions): SharePayload {
  const withLink = (text: string) => {
    const replaced = replaceLink(text, what.shareLink, link).trim()
    return replaced.includes(link) || replaced.includes(what.shareLink) ? replaced : `${replaced} ${link}`.trim()
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

/** The text without the link, for targets that take the link separately. */
export const textWithoutLink = ({ shareBody, shareLink }: SharePayload) => shareBody.replace(shareLink, '').replace(/(?<![\s:])[\s:]+$/, '')
