import type { ReactNode } from 'react'
import type { Desk } from '#contract/cards/releases.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import { storyHref, tourHref, versionHref } from './desk-view.ts'

type Props = { desk: Desk; told: string | null; sayDay: (date: string) => string }

/** Everything that is published, and the way to change each. */
export function DeskOverview({ desk: { stories, tour, versions }, told, sayDay }: Props) {
  const say = useAccountSay()
  return (
    <DeskMain title={say('desk.title')} lead={say('desk.lead')}>
      {told && <DeskTold text={told} isBad={false} />}

      <Part title={say('desk.stories')} isOurs={stories.isOurs} action={{ label: say('desk.storyNew'), href: storyHref('new') }}>
        {stories.groups.length === 0 && <p className="desk-none">{say('stories.none')}</p>}
        <ol className="desk-rows">
          {stories.groups.map(({ storyId, isDraft, stories: slides }) => (
            <li key={storyId}>
              <a href={storyHref(storyId)}>
                <Thumb url={slides[0]?.url ?? ''} ground={slides[0]?.ground ?? '#fbfaf7'} />
                <span className="desk-words">
                  <b dir="auto">{slides.map(({ title }) => title).join(' / ')}</b>
                  <small>{say('desk.slides', { count: slides.length })}</small>
                </span>
                {slides.some(({ isPro }) => isPro) && <span className="badge">{say('stories.pro')}</span>}
                {isDraft && <span className="badge quiet">{say('desk.draft')}</span>}
                <Icon name="chevron-right" />
              </a>
            </li>
          ))}
        </ol>
        {!stories.isOurs && (
          <DeskRemove summary={say('desk.oursBack')} sentence={say('desk.storiesReset')} button={say('desk.oursBack')} intent="reset" />
        )}
      </Part>

      <Part title={say('desk.tour')} isOurs={tour.isOurs} action={{ label: say('desk.tourChange'), href: tourHref }}>
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

      <Part title={say('desk.versions')} isOurs={false} action={{ label: say('desk.versionNew'), href: versionHref('new') }}>
        <ol className="desk-rows">
          {versions.map(({ version, date, updates, isOurs }) => (
            <li key={version}>
              <a href={versionHref(version)}>
                <span className="desk-words">
                  <b>{version}</b>
                  <small>
                    {[sayDay(date), say('desk.updateCount', { count: updates.length }), isOurs ? say('desk.ours') : '']
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
  const say = useAccountSay()
  return (
    <section className="desk-part" aria-label={title}>
      <div className="desk-part-head">
        <h2>{title}</h2>
        <a className="btn outline" href={action.href}>
          {action.label}
        </a>
      </div>
      {isOurs && <p className="desk-hint">{say('desk.oursSentence')}</p>}
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
