import { lazy, Suspense, type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { issueMessage } from '../../i18n/issue-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { beforeHydration } from '../../platform/hydration/before-hydration.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { PageStyle } from '../../ui/page-style.tsx'
import { draftKeysOf } from './draft/edited.ts'
import { EditorConflict } from './editor-conflict.tsx'
import { EditorHead } from './editor-head.tsx'
import { PublishBar } from './publish-bar.tsx'
import {
  draftedGroups,
  groupHref,
  groupNames,
  groupOf,
  groups,
  sectionAnchorOf,
  sectionAt,
  sectionNames,
  sectionOf,
  sections,
  sectionsIn,
  type GroupName,
  type SectionName,
} from './sections.ts'
import { useUndoKeys } from './draft/use-undo.ts'
import styles from './editor.css?page-style'
import { focusField, focusIssue } from './focus-issue.ts'
import { IsTitled } from './fields/group.tsx'
import { labelPathText } from './label-path.ts'
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

/** Each section is loaded when it is opened. */
const bodies = Object.fromEntries<ComponentType>(
  sectionNames.map((name) => [name, lazy(async () => ({ default: await loads[name]() }))]),
) as Record<SectionName, ComponentType>
// The sections in the server's HTML load before hydration, so that text typed meanwhile stays.
const rendered = import.meta.env.SSR ? undefined : groupNames.find((name) => location.pathname.endsWith(`/${name}`))
for (const name of rendered ? sectionsIn(rendered) : []) beforeHydration.push(loads[name]().then((body) => void (bodies[name] = body)))

type Props = {
  group: GroupName
  /** The section that was focused or opened last. */
  section: SectionName
  onSectionChange(section: SectionName): void
  preview: ReactNode
  openPreview: ReactNode
}

/** The form on one side, the preview on the other. */
export function EditorPage({ group, section, onSectionChange, preview, openPreview }: Props) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  useUndoKeys(section)
  const names = sectionsIn(group)
  return (
    <div className="editor">
      <PageStyle name="editor" styles={styles} />
      <div className="editor-form">
        <EditorHead section={section}>{openPreview}</EditorHead>
        <EditorTabs group={group} />
        <EditorConflict />
        <EditorIssues />
        <noscript>
          <p className="editor-note">{t('editor.scriptRequired')}</p>
        </noscript>
        {names.length > 1 && (
          <LinkTabs
            look="chips"
            label={t(groups[group].label)}
            tabs={names.map((name) => ({ href: `#${sectionAnchorOf(name)}`, label: t(sections[name].label) }))}
            current=""
          />
        )}
        {/* No input before it can be saved. */}
        <div inert={!isHydrated}>
          <Suspense key={group} fallback={<p className="editor-wait" aria-busy="true" />}>
            <IsTitled value={names.length > 1}>
              {names.map((name) => {
                const Body = bodies[name]
                return (
                  <div
                    key={name}
                    className="editor-section"
                    id={sectionAnchorOf(name)}
                    data-section={name}
                    onFocusCapture={() => onSectionChange(name)}
                  >
                    {names.length > 1 && <h2>{t(sections[name].label)}</h2>}
                    <Body />
                  </div>
                )
              })}
            </IsTitled>
            <OpenAddress onSectionChange={onSectionChange} />
          </Suspense>
        </div>
        <PublishBar section={section} />
      </div>
      {preview}
    </div>
  )
}

/** Opens the field or section that the address names, once it is rendered. */
function OpenAddress({ onSectionChange }: Pick<Props, 'onSectionChange'>) {
  const { hash, search, key } = useLocation()
  useEffect(() => {
    focusField(hash)
    const section = sectionAt({ hash, search })
    if (!section) return
    onSectionChange(section)
    document.getElementById(sectionAnchorOf(section))?.scrollIntoView()
  }, [hash, search, key, onSectionChange])
  return null
}

/** The pages of the editor, with a dot on those with unpublished changes. */
function EditorTabs({ group }: { group: GroupName }) {
  const t = useTranslate()
  const { alias } = useEditor().facts
  const drafted = draftedGroups(draftKeysOf(useEditorState((state) => state.patch)))
  const here = useRef<HTMLLIElement>(null)
  useEffect(() => {
    void here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [group])
  return (
    <nav className="ui-tabs editor-tabs" aria-label={t('editor.sections')}>
      <ul>
        {groupNames.map((name) => (
          <li key={name} ref={name === group ? here : undefined}>
            <PageLink href={groupHref(alias, name)} aria-current={name === group ? 'page' : undefined}>
              {t(groups[name].label)}
              {drafted.has(name) && <i className="drafted" title={t('editor.changed')} />}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The issues that block publishing, with links to their fields. */
function EditorIssues() {
  const t = useTranslate()
  const { alias } = useEditor().facts
  const issues = useEditorState((state) => state.issues)
  if (issues.length === 0) return null
  const described = issues.map((issue) => ({ path: issue.path, section: sectionOf(issue.path), words: issueMessage(t, issue) }))
  /** Several fields of a section can have the same message, in the order of the issues. */
  const goTo = (at: number) => {
    const wanted = described[at]
    if (!wanted) return
    const { section, words } = wanted
    const place = described.slice(0, at).filter((other) => other.section === section && other.words === words).length
    focusIssue({ section, words, place })
  }
  return (
    <section className="editor-note warn" role="status">
      <h2>
        <Icon name="circle-alert" />
        {t('editor.issuesTitle', { count: issues.length })}
      </h2>
      <ul>
        {described.slice(0, 8).map(({ path, section, words }, at) => (
          <li key={path + words}>
            <PageLink href={groupHref(alias, groupOf(section))} onClick={() => goTo(at)}>
              {labelPathText(t, path)}
            </PageLink>{' '}
            {words}
          </li>
        ))}
      </ul>
    </section>
  )
}
