import type { ConnectedClient } from '#contract/contacts.ts'
import { ownOf } from '#contract/own-of.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { BrandMark } from '../../../ui/icons/icon-names.ts'
import { Mark } from '../../../ui/icons/icon.tsx'
import { outward } from '../../../ui/safe-link.ts'
import type { SearchPlace } from '../contacts-view.ts'
import { searchLink } from '../sheet/search-links.ts'

const marks: Readonly<Record<string, BrandMark>> = { Google: 'google', Facebook: 'facebook', Instagram: 'instagram' }

/** Where else this person may be found. */
export function FindAndConnect({ contact, places }: { contact: ConnectedClient; places: readonly SearchPlace[] }) {
  const t = useTranslate()
  const links = places.flatMap(({ name, url }) => {
    const href = searchLink(url, contact)
    return href ? [{ name, href, mark: ownOf(marks, name) }] : []
  })
  if (links.length === 0) return null
  return (
    <section className="contact-find" aria-labelledby="contact-find">
      <h3 id="contact-find">{t('contacts.find')}</h3>
      <ul>
        {links.map(({ name, href, mark }) => (
          <li key={name}>
            <a className="tool outline" href={href} {...outward}>
              <span className="sr-only">{t('contacts.findOn', { service: name })}</span>
              {mark ? <Mark name={mark} /> : <b aria-hidden="true">in</b>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
