import type { ReactNode } from 'react'
import type { Desk } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import { storyHref, tourHref, versionHref } from './desk-view.ts'

type Props = { desk: Desk; told: string | null; sayDay: (date: string) => string }

/** Everything that is published, and the way to change each. */
export function DeskOverview({ desk: { stories, tour, versions }, told, sayDay }: Props) {
  const t = useTranslate()
  return (
    <DeskMain title={t('desk.title')} lead={t('desk.lead')}>
      {told && <DeskTold text={told} isBad={false} />}

      <Part title={t('desk.stories')} isOurs={stories.isOurs} action={{ label: t('desk.storyNew'), href: storyHref('new') }}>
        {stories.groups.length === 0 && <p className="desk-none">{t('stories.none')}</p>}
        <ol className="desk-rows">
          {stories.groups.map(({ storyId, isDraft, stories: slides }) => (
            <li key={storyId}>
              <a href={storyHref(storyId)}>
                <Thumb url={slides[0]?.url ?? ''} ground={slides[0]?.ground ?? '#fbfaf7'} />
                <span className="desk-words">
                  <b dir="auto">{slides.map(({ title }) => title).join(' / ')}</b>
                  <small>{t('desk.slides', { count: slides.length })}</small>
                </span>
                {slides.some(({ isPro }) => isPro) && <span className="badge">{t('stories.pro')}</span>}
                {isDraft && <span className="badge quiet">{t('desk.draft')}</span>}
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ol>
        {!stories.isOurs && (
          <DeskRemove summary={t('desk.oursBack')} sentence={t('desk.storiesReset')} button={t('desk.oursBack')} intent="reset" />
        )}
      </Part>

      <Part title={t('desk.tour')} isOurs={tour.isOurs} action={{ label: t('desk.tourChange'), href: tourHref }}>
        <ol className="desk-rows plain">
          {tour.steps.map(({ title, content }, index) => (
            <li key={index}>
              <span className="desk-number">{index + 1}</span>
              <span className="desk-words" dir="auto">
                <b>{title}</b>
                <small>{content}</small>
              </span>
            </li>
          ))}
        </ol>
      </Part>

      <Part title={t('desk.versions')} isOurs={false} action={{ label: t('desk.versionNew'), href: versionHref('new') }}>
        <ol className="desk-rows">
          {versions.map(({ version, date, updates, isOurs }) => (
            <li key={version}>
              <a href={versionHref(version)}>
                <span className="desk-words">
                  <b>{version}</b>
                  <small>
                    {[sayDay(date), t('desk.updateCount', { count: updates.length }), isOurs ? t('desk.ours') : '']
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ol>
      </Part>
    </DeskMain>
  )
}

type PartProps = { title: string; isOurs: boolean; action: { label: string; href: string }; children: ReactNode }

function Part({ title, isOurs, action, children }: PartProps) {
  const t = useTranslate()
  return (
    <section className="desk-part" aria-label={title}>
      <div className="desk-part-head">
        <h2>{title}</h2>
        <a className="btn outline" href={action.href}>
          {action.label}
        </a>
      </div>
      {isOurs && <p className="desk-hint">{t('desk.oursSentence')}</p>}
      {children}
    </section>
  )
}

function Thumb({ url, ground }: { url: string; ground: string }) {
  return (
    <span className="desk-thumb">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={ground} />
      </svg>
      {url && <img src={url} alt="" loading="lazy" />}
    </span>
  )
}
