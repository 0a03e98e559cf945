import { pathTo } from '#common/path-to.ts'
import { displayName } from '#common/text/display-name.ts'
import type { Translate } from '#common/messages/message.ts'
import { contactRows } from './contact-rows-view.ts'
import type { OpenCard } from '../frame/frame-view.ts'
import { portraitOf, type PictureView } from '../pictures.ts'
import { serviceHref } from '../services/services.ts'

export type SaveView = {
  name: string
  company: string
  portrait: PictureView | null
  rows: { label: string; text: string; isNumber: boolean }[]
  fileHref: string
  website: string | null
}

/** The fields of a card's contact file. */
export function saveView({ card, services, settings, address }: OpenCard, t: Translate): SaveView {
  const city = [card.companyCity, [card.companyState, card.companyZip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const place = [card.companyAddress, city].map((line) => line.trim()).filter(Boolean)
  return {
    name: displayName(card),
    company: card.fullName ? card.companyName : '',
    portrait: portraitOf(card),
    rows: [
      ...contactRows(card, t).map(({ label, text }) => ({ label, text, isNumber: true })),
      ...(place.length > 0 ? [{ label: t('save.address'), text: place.join(', '), isNumber: false }] : []),
    ],
    fileHref: pathTo('cards.vCard', { alias: card.alias, version: address.version ?? (card.stringVersion || 'latest') }),
    website: serviceHref(services, settings, 'website'),
  }
}
