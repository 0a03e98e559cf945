import { sayFault } from '../../i18n/say-fault.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { placeOf } from './places.ts'
import { editHref, sectionOf } from './sections.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** What keeps the card from being published, and where to mend it. */
export function EditorFaults() {
  const say = useAccountSay()
  const { alias } = useEditor().facts
  const faults = useEditorState((state) => state.faults)
  if (faults.length === 0) return null
  return (
    <section className="editor-note warn" role="status">
      <h2>
        <Icon name="circle-alert" />
        {say('editor.faultsTitle', { count: faults.length })}
      </h2>
      <ul>
        {faults.slice(0, 8).map(({ path, message }) => (
          <li key={path + message}>
            <PageLink href={editHref(alias, sectionOf(path))}>
              {placeOf(path)
                .map((name) => say(name))
                .join(' · ')}
            </PageLink>{' '}
            {sayFault(say, message)}
          </li>
        ))}
      </ul>
    </section>
  )
}
