import { displayName } from '#common/text/display-name.ts'
import { cardHref } from '#contract/pages.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import { dialable } from '#common/text/phone.ts'
import { webLink } from '#common/text/web-link.ts'
import type { OpenCard } from './frame-view.ts'
import { previewSrc } from '../pictures.ts'

/** The person or company as schema.org JSON-LD: only what the page shows, and no ratings of oneself. */
export function jsonLdOf({ card, services }: OpenCard, publicUrl: string): object {
  const url = publicUrl + cardHref({ alias: card.alias }, 'home')
  const { title, companyName: company } = card
  const isOrganization = card.profile === 2 || (card.fullName === '' && company !== '')
  const phone = dialable(card.phoneNumber || card.officePhoneNumber || card.directPhoneNumber)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: without({
      '@type': isOrganization ? 'Organization' : 'Person',
      name: displayName(card),
      givenName: isOrganization ? '' : card.firstName,
      familyName: isOrganization ? '' : card.lastName,
      jobTitle: isOrganization ? '' : title,
      description: card.settings.tagLine.show ? card.settings.tagLine.text : '',
      url,
      image: publicUrl + previewSrc(card),
      email: card.emailAddress,
      telephone: phone?.split(';')[0] ?? '',
      worksFor: !isOrganization && company ? { '@type': 'Organization', name: company } : '',
      address: addressOf(card),
      sameAs: services
        .filter((service) => !service.ignoreService && (service.serviceCapabilities & serviceCapabilities.social) !== 0)
        .flatMap(({ directLink }) => webLink(directLink) ?? []),
    }),
  }
}

function addressOf({ companyAddress, companyCity, companyState, companyZip, companyCountry }: OpenCard['card']) {
  if (!companyAddress) return ''
  return without({
    '@type': 'PostalAddress',
    streetAddress: companyAddress,
    addressLocality: companyCity,
    addressRegion: companyState,
    postalCode: companyZip,
    addressCountry: companyCountry,
  })
}

/** Drops unknown facts. */
const without = (facts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)))
