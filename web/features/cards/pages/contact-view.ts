import type { Card } from '#contract/cards/cards.ts'
import { displayName } from '#common/text/display-name.ts'
import type { Translate } from '#common/messages/message.ts'
import { contactRows, type ContactRow } from './contact-rows-view.ts'

export type ContactView = {
  name: string
  title: string
  company: string
  rows: ContactRow[]
  place: { lines: string[]; directions: { google: string; apple: string; waze: string } } | null
  location: { lat: number; lng: number } | null
}

export function contactView(card: Card, t: Translate): ContactView {
  const city = [card.companyCity, [card.companyState, card.companyZip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [card.companyAddress, city].map((line) => line.trim()).filter(Boolean)
  const { location } = card.settings
  return {
    name: displayName(card),
    title: card.title,
    company: card.fullName ? card.companyName : '',
    rows: contactRows(card, t),
    place: card.companyAddress.trim()
      ? { lines, directions: directionsTo([...lines, card.companyCountry.trim()].filter(Boolean).join(', ')) }
      : null,
    location: location && (location.lat !== 0 || location.lng !== 0) ? { lat: location.lat, lng: location.lng } : null,
  }
}

/** The full address in the form each maps service expects. */
export function directionsTo(address: string): { google: string; apple: string; waze: string } {
  const words = encodeURIComponent(address)
  return {
    google: `https://www.google.com/maps/dir/?api=1&destination=${words}`,
    apple: `https://maps.apple.com/?daddr=${words}&dirflg=d`,
    waze: `https://waze.com/ul?q=${words}&navigate=yes`,
  }
}
