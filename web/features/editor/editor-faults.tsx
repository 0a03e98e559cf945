import { faultMessage } from '../../i18n/fault-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { bringFaultIntoSight } from './fault-in-sight.ts'
import { placeOf } from './places.ts'
import { editHref, sectionOf } from './sections.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** What keeps the card from being published, and where to mend it. */
export function EditorFaults() {
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
