import { useEffect, useRef } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { draftKeysOf } from './draft/edited.ts'
import { countDrafted, editHref, sectionNames, sections, type SectionName } from './sections.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** The sections of a card; a dot where something waits to be published. */
export function EditorTabs({ section }: { section: SectionName }) {
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
