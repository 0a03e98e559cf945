import { lazy, Suspense, type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { faultMessage } from '../../i18n/fault-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { beforeWaking } from '../../platform/waking/before-waking.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useAwake } from '../../ui/use-awake.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { draftKeysOf } from './draft/edited.ts'
import { EditorDispute } from './editor-dispute.tsx'
import { EditorHead } from './editor-head.tsx'
import { PublishBar } from './publish-bar.tsx'
import { sectionNames, type SectionName, countDrafted, editHref, sections, sectionOf } from './sections.ts'
import { useUndoKeys } from './draft/use-undo.ts'
import css from './editor.css?inline'
import href from './editor.css?url'
import { bringFaultIntoSight } from './fault-in-sight.ts'
import { placeOf } from './places.ts'
import { useEditor, useEditorState } from './use-editor.ts'

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

/** The sections of a card; a dot where something waits to be published. */
function EditorTabs({ section }: { section: SectionName }) {
  const t = useTranslate()
  const { alias } = useEditor().facts
  const patch = useEditorState((state) => state.patch)
  const counts = countDrafted(draftKeysOf(patch))
  const here = useRef<HTMLLIElement>(null)
  useEffect(() => {
    void here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section])
  return (
    <nav className="editor-tabs" aria-label={t('editor.sections')}>
      <ul>
        {sectionNames.map((name) => (
          <li key={name} ref={name === section ? here : undefined}>
            <PageLink href={editHref(alias, name)} aria-current={name === section ? 'page' : undefined}>
              {t(sections[name].label)}
              {counts[name] !== undefined && <i className="drafted" title={t('editor.changed')} />}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What keeps the card from being published, and where to mend it. */
function EditorFaults() {
  const t = useTranslate()
  const { alias } = useEditor().facts
  const faults = useEditorState((state) => state.faults)
  if (faults.length === 0) return null
  const said = faults.map(({ path, message }) => ({ path, section: sectionOf(path), words: faultMessage(t, message) }))
  /** The same can be wrong with several fields of a section, and they stand in the order of their faults. */
  const goTo = (at: number) => {
    const wanted = said[at]
    if (!wanted) return
    const { section, words } = wanted
    const place = said.slice(0, at).filter((other) => other.section === section && other.words === words).length
    bringFaultIntoSight({ section, words, place })
  }
  return (
    <section className="editor-note warn" role="status">
      <h2>
        <Icon name="circle-alert" />
        {t('editor.faultsTitle', { count: faults.length })}
      </h2>
      <ul>
        {said.slice(0, 8).map(({ path, section, words }, at) => (
          <li key={path + words}>
            <PageLink href={editHref(alias, section)} onClick={() => goTo(at)}>
              {placeOf(path)
                .map((name) => t(name))
                .join(' · ')}
            </PageLink>{' '}
            {words}
          </li>
        ))}
      </ul>
    </section>
  )
}
