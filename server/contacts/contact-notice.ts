import { ownerHref } from '#contract/pages.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Contact } from './tables.ts'

/** What an owner is notified of: the contact's name, and the beginning of their message. */
export function contactNotice(alias: string, { id, fullName, companyName, notes }: Contact, language: string) {
  const t = translateTo(language)
  return {
    title: t('notification.contact.title', { name: isolateName(fullName) ?? t('notification.contact.unnamed') }),
    body: beginningOf(notes, 200) || companyName,
    path: `${ownerHref(alias, 'myContacts')}?contact=${id}`,
    tag: `contact-${id}`,
  }
}

/** A name for use in a sentence: right-to-left names are isolated. Null if it has no visible characters. */
function isolateName(fullName: string): string | null {
  // Bidi control characters would also reverse the text of the sentence.
  const name = fullName.replaceAll(/\p{Bidi_Control}/gu, '')
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return null
  return rightToLeft.test(name) ? `\u2068${name}\u2069` : name
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
