import { useEffect } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { outward } from '../../../ui/safe-link.ts'
import { useInApp } from '../../../platform/app/use-in-app.ts'
import { awaitFile } from '../../../platform/prompts/is-busy.ts'
import type { FrameView } from '../frame/frame-view.ts'
import { InAppNotice } from '../app/in-app-notice.tsx'
import { InnerPage } from '../frame/inner-page.tsx'
import plates from '../frame/plates.css?page-style'
import styles from './save-page.css?page-style'
import type { SaveView } from './save-view.ts'

/** The fields of the contact file, and a plain link to it, which phones open in their contacts. */
export function SavePage({ title, view, frame, pageUrl }: { title: string; view: SaveView; frame: FrameView; pageUrl: string }) {
  const t = useTranslate()
  const isInApp = useInApp()
  useEffect(() => awaitFile(view.fileHref), [view.fileHref])
  return (
    <InnerPage title={title}>
      <PageStyle name="plates" styles={plates} />
      <PageStyle name="save-page" styles={styles} />
      <InAppNotice pageUrl={pageUrl} hasQr={frame.qr !== null} />
      <div className="save-columns">
        <FileFields view={view} initials={frame.initials} />
        <div>
          <div className="save-acts">
            <a className={isInApp ? 'btn large wide quiet' : 'btn large wide solid'} href={view.fileHref}>
              <Icon name="user-plus" />
              <span className="caps">{t('home.action')}</span>
            </a>
            {view.website && (
              <a className="btn large wide quiet" href={view.website} data-click="Website" {...outward}>
                <span className="caps">{t('save.website', { team: frame.isTeam })}</span>
              </a>
            )}
          </div>
          <p className="save-hint">{t('save.hint')}</p>
        </div>
      </div>
    </InnerPage>
  )
}

function FileFields({ view: { name, company, portrait, rows }, initials }: { view: SaveView; initials: string }) {
  const t = useTranslate()
  return (
    <section className="plate-box contact-file" aria-label={t('save.holds')}>
      <div className="contact-file-person across">
        {portrait && <img src={portrait.srcSet.split(' ')[0]} width="72" height="72" alt="" />}
        <span className="initials center" aria-hidden="true">
          {initials}
        </span>
        <p dir="auto">
          {name}
          {company && company !== name && <small dir="auto">{company}</small>}
        </p>
      </div>
      <dl>
        {rows.map(({ label, text, isNumber }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir={isNumber ? 'ltr' : 'auto'}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
