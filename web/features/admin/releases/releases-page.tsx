import type { ReactNode } from 'react'
import type { ReleasesAdmin } from '#contract/cards/releases.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { Badge, Count } from '../../../ui/status/badge.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import { AdminMain } from '../admin-main.tsx'
import { storyHref, tourHref, versionHref } from './releases-view.ts'
import { RemovePanel } from './remove-dialog.tsx'

/** `days` are the dates of versions in the reader’s language. */
export type ReleasesView = { content: ReleasesAdmin; days: Record<string, string> }

/** Published stories, tour and release notes, each with a link to edit it. */
export function ReleasesPage({ content: { stories, tour, versions }, days }: ReleasesView) {
  const t = useTranslate()
  const { hasPlans } = useSite()
  return (
    <AdminMain title={t('admin.news')} lead={t('admin.releases.lead')}>
      <Part
        title={t('admin.releases.stories')}
        isBuiltIn={stories.isBuiltIn}
        action={{ label: t('admin.releases.storyNew'), href: storyHref('new') }}
      >
        {stories.groups.length === 0 ? (
          <EmptyState title={t('stories.none')} />
        ) : (
          <List label={t('admin.releases.stories')}>
            {stories.groups.map(({ storyId, isDraft, stories: slides }) => (
              <ListRow
                key={storyId}
                lead={<Thumb url={slides[0]?.url ?? ''} ground={slides[0]?.ground ?? '#fbfaf7'} />}
                title={slides.map(({ title }) => title).join(' / ')}
                note={t('admin.releases.slides', { count: slides.length })}
                href={storyHref(storyId)}
                end={
                  <>
                    {hasPlans && slides.some(({ isPro }) => isPro) && <Badge kind="brass">{t('stories.pro')}</Badge>}
                    {isDraft && <Badge>{t('admin.releases.draft')}</Badge>}
                  </>
                }
              />
            ))}
          </List>
        )}
        {!stories.isBuiltIn && (
          <RemovePanel title={t('admin.releases.restoreBuiltIn')} note={t('admin.releases.storiesReset')} intent="reset" />
        )}
      </Part>
      <Part title={t('admin.releases.tour')} isBuiltIn={tour.isBuiltIn} action={{ label: t('admin.releases.tourChange'), href: tourHref }}>
        <List label={t('admin.releases.tour')} isWrapped>
          {tour.steps.map(({ title, content }, index) => (
            <ListRow
              key={index}
              lead={<Count of={index + 1} label={t('tour.where', { at: index + 1, of: tour.steps.length })} kind="door" />}
              title={title}
              note={content}
            />
          ))}
        </List>
      </Part>
      <Part
        title={t('admin.releases.versions')}
        isBuiltIn={false}
        action={{ label: t('admin.releases.versionNew'), href: versionHref('new') }}
      >
        <List label={t('admin.releases.versions')}>
          {versions.map(({ version, date, updates, isBuiltIn }) => (
            <ListRow
              key={version}
              lead={<IconTile icon="package" kind={isBuiltIn ? 'quiet' : 'door'} />}
              title={
                <>
                  {version}
                  <span className="sr-only">, {t('admin.releases.updateCount', { count: updates.length })}</span>
                </>
              }
              note={[
                days[date] ?? date,
                t('admin.releases.updateCount', { count: updates.length }),
                isBuiltIn ? t('admin.releases.builtIn') : '',
              ]
                .filter(Boolean)
                .join(' · ')}
              href={versionHref(version)}
            />
          ))}
        </List>
      </Part>
    </AdminMain>
  )
}

type PartProps = { title: string; isBuiltIn: boolean; action: { label: string; href: string }; children: ReactNode }

function Part({ title, isBuiltIn, action, children }: PartProps) {
  const t = useTranslate()
  return (
    <Stack isTight>
      <Panel
        title={title}
        lead={isBuiltIn && t('admin.releases.builtInSentence')}
        action={<ButtonLink href={action.href}>{action.label}</ButtonLink>}
      />
      {children}
    </Stack>
  )
}

/** The background is an SVG, because a custom inline style would break the content policy. */
const Thumb = ({ url, ground }: { url: string; ground: string }) => (
  <svg width="36" height="54" aria-hidden="true">
    <rect width="36" height="54" rx="8" fill={ground} />
    {url && <image href={url} width="36" height="54" preserveAspectRatio="xMidYMax slice" />}
  </svg>
)
