import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { EditorDispute } from './editor-dispute.tsx'
import { EditorFaults } from './editor-faults.tsx'
import { EditorHead } from './editor-head.tsx'
import { EditorTabs } from './editor-tabs.tsx'
import { PublishBar } from './publish-bar.tsx'
import type { SectionName } from './sections.ts'
import { useUndoKeys } from './use-undo.ts'
import css from './editor.css?inline'
import href from './editor.css?url'

/** Each section is fetched when it is opened. */
const bodies: Record<SectionName, ComponentType> = {
  profile: lazy(async () => ({ default: (await import('./sections/profile-section.tsx')).ProfileSection })),
  look: lazy(async () => ({ default: (await import('./sections/look-section.tsx')).LookSection })),
  home: lazy(async () => ({ default: (await import('./sections/home/home-section.tsx')).HomeSection })),
  links: lazy(async () => ({ default: (await import('./sections/links/links-section.tsx')).LinksSection })),
  menu: lazy(async () => ({ default: (await import('./sections/menu/menu-section.tsx')).MenuSection })),
  reviews: lazy(async () => ({ default: (await import('./sections/reviews/reviews-section.tsx')).ReviewsSection })),
  video: lazy(async () => ({ default: (await import('./sections/video/video-section.tsx')).VideoSection })),
  texts: lazy(async () => ({ default: (await import('./sections/texts/texts-section.tsx')).TextsSection })),
  search: lazy(async () => ({ default: (await import('./sections/search/search-section.tsx')).SearchSection })),
  versions: lazy(async () => ({ default: (await import('./sections/versions/versions-section.tsx')).VersionsSection })),
  card: lazy(async () => ({ default: (await import('./sections/card/card-section.tsx')).CardSection })),
}

type Props = { section: SectionName; preview: ReactNode; openPreview: ReactNode }

/** The card in parts on one side, and as it will be on the other. */
export function EditorPage({ section, preview, openPreview }: Props) {
  const say = useAccountSay()
  const Body = bodies[section]
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
          <p className="editor-note">{say('editor.needsScript')}</p>
        </noscript>
        <Suspense fallback={<p className="editor-wait" aria-busy="true" />}>
          <Body key={section} />
        </Suspense>
        <PublishBar />
      </div>
      {preview}
    </div>
  )
}
