import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { beforeWaking } from '../../platform/waking/before-waking.ts'
import { useAwake } from '../../ui/use-awake.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { EditorDispute } from './editor-dispute.tsx'
import { EditorFaults } from './editor-faults.tsx'
import { EditorHead } from './editor-head.tsx'
import { EditorTabs } from './editor-tabs.tsx'
import { PublishBar } from './publish-bar.tsx'
import { sectionNames, type SectionName } from './sections.ts'
import { useUndoKeys } from './draft/use-undo.ts'
import css from './editor.css?inline'
import href from './editor.css?url'

const loads: Record<SectionName, () => Promise<ComponentType>> = {
  profile: async () => (await import('./sections/profile-section.tsx')).ProfileSection,
  look: async () => (await import('./sections/look-section.tsx')).LookSection,
  home: async () => (await import('./sections/home/home-section.tsx')).HomeSection,
  links: async () => (await import('./sections/links/links-section.tsx')).LinksSection,
  menu: async () => (await import('./sections/menu/menu-section.tsx')).MenuSection,
  reviews: async () => (await import('./sections/reviews/reviews-section.tsx')).ReviewsSection,
  video: async () => (await import('./sections/video/video-section.tsx')).VideoSection,
  texts: async () => (await import('./sections/texts/texts-section.tsx')).TextsSection,
  search: async () => (await import('./sections/search/search-section.tsx')).SearchSection,
  versions: async () => (await import('./sections/versions/versions-section.tsx')).VersionsSection,
  card: async () => (await import('./sections/card/card-section.tsx')).CardSection,
}
const bodyOf = (name: SectionName): ComponentType => lazy(async () => ({ default: await loads[name]() }))

/** Each section is fetched when it is opened. */
const bodies: Record<SectionName, ComponentType> = {
  profile: bodyOf('profile'),
  look: bodyOf('look'),
  home: bodyOf('home'),
  links: bodyOf('links'),
  menu: bodyOf('menu'),
  reviews: bodyOf('reviews'),
  video: bodyOf('video'),
  texts: bodyOf('texts'),
  search: bodyOf('search'),
  versions: bodyOf('versions'),
  card: bodyOf('card'),
}
// The one the page was drawn with is there before it wakes: what was typed into it meanwhile stays.
const drawn = import.meta.env.SSR ? undefined : sectionNames.find((name) => location.pathname.endsWith(`/${name}`))
if (drawn) beforeWaking.push(loads[drawn]().then((body) => void (bodies[drawn] = body)))

type Props = { section: SectionName; preview: ReactNode; openPreview: ReactNode }

/** The card in parts on one side, and as it will be on the other. */
export function EditorPage({ section, preview, openPreview }: Props) {
  const t = useTranslate()
  const Body = bodies[section]
  const isAwake = useAwake()
  useUndoKeys(section)
  return (
    <div className="editor">
      <PageStyle name="editor" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <div className="editor-form">
        <EditorHead section={section}>{openPreview}</EditorHead>
        <EditorTabs section={section} />
        <EditorDispute />
        <EditorFaults />
        <noscript>
          <p className="editor-note">{t('editor.needsScript')}</p>
        </noscript>
        {/* Nothing is taken before it can be kept. */}
        <div inert={!isAwake} data-section={section}>
          <Suspense fallback={<p className="editor-wait" aria-busy="true" />}>
            <Body key={section} />
          </Suspense>
        </div>
        <PublishBar section={section} />
      </div>
      {preview}
    </div>
  )
}
