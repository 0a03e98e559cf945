import { Fragment, type ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import { useDevice } from '../../../ui/use-device.ts'
import type { FrameView } from '../frame/frame-view.ts'
import styles from './contact-page.css?page-style'
import type { ContactRow } from './contact-rows-view.ts'
import type { ContactView } from './contact-view.ts'
import { InnerPage } from '../frame/inner-page.tsx'
import plates from '../frame/plates.css?page-style'

/** All ways to reach the person, and their office. The route passes in the `map`. */
export function ContactPage({ title, view, map, children }: { title: string; view: ContactView; map: ReactNode; children?: ReactNode }) {
  return (
    <InnerPage title={title} lead={[view.name, view.title].filter(Boolean).join(', ')}>
      <PageStyle name="plates" styles={plates} />
      <PageStyle name="contact-page" styles={styles} />
      <div className="contact-columns">
        <Ways rows={view.rows} />
        <Office view={view} map={map} />
      </div>
      {children}
    </InnerPage>
  )
}

function Ways({ rows }: { rows: ContactRow[] }) {
  const t = useTranslate()
  if (rows.length === 0) return null
  return (
    <ul className="plate-list ways" aria-label={t('home.contacts')}>
      {rows.map((row) => (
        <li key={row.kind}>
          <span className="main">
            <small>{row.label}</small>
            {row.href ? (
              <a href={row.href} dir="ltr">
                {/* A long address breaks before the @, not inside a word. */}
                {row.text.split(/(?=@)/).map((part, place) => (
                  <Fragment key={place}>
                    {place > 0 && <wbr />}
                    {part}
                  </Fragment>
                ))}
              </a>
            ) : (
              row.text
            )}
          </span>
          {row.sms && <Way href={row.sms} icon="message-circle" label={t('home.textTo', { label: row.label.toLowerCase() })} />}
          {row.href && <Way href={row.href} icon={row.kind === 'email' ? 'mail' : 'phone'} label={wayTo(row)} />}
        </li>
      ))}
    </ul>
  )

  function wayTo({ kind, label }: ContactRow): string {
    return kind === 'email' ? t('contact.write') : t('contact.call', { label: label.toLowerCase() })
  }
}

function Way({ href: to, icon, label }: { href: string; icon: IconName; label: string }) {
  return (
    <a className="way center" href={to} aria-label={label}>
      <Icon name={icon} />
    </a>
  )
}

function Office({ view: { company, place, location }, map }: { view: ContactView; map: ReactNode }) {
  const t = useTranslate()
  if (!place) return null
  return (
    <section className="plate-box office" aria-label={t('home.office')}>
      {location && map}
      <div className="office-words">
        {company && <h2 dir="auto">{company}</h2>}
        <address dir="auto">
          {place.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <Directions directions={place.directions} />
      </div>
    </section>
  )
}

/** The device's own maps app first; Google Maps while the device is unknown. */
function Directions({ directions: { google, apple, waze } }: { directions: { google: string; apple: string; waze: string } }) {
  const t = useTranslate()
  const device = useDevice()
  const isApple = device === 'apple-phone'
  const others = [isApple ? { name: 'Google Maps', to: google } : { name: 'Apple Maps', to: apple }, { name: 'Waze', to: waze }].filter(
    ({ to }) => device !== 'android' || to !== apple,
  )
  return (
    <>
      <a className="btn large wide solid" href={isApple ? apple : google} target="_blank" rel="noopener noreferrer">
        <Icon name="navigation" />
        {t('home.directions')}
      </a>
      <p className="other-maps">
        {others.map(({ name, to }) => (
          <a key={name} href={to} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </p>
    </>
  )
}

/** The map pin with the person's portrait. */
export function PlacePin({ frame: { portrait, initials } }: { frame: FrameView }) {
  return (
    <span className="pin">
      <svg viewBox="0 0 64 78" aria-hidden="true">
        <path d="M32 0a32 32 0 0 1 32 32c0 20-22 34-32 46C22 66 0 52 0 32A32 32 0 0 1 32 0z" />
      </svg>
      {portrait && <img src={portrait.srcSet.split(' ')[0]} width="48" height="48" alt="" />}
      <b className="initials center" aria-hidden="true">
        {initials}
      </b>
    </span>
  )
}
