import { useState } from 'react'
import { useNavigate } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { cardHref } from '#contract/pages.ts'
import { faultMessage } from '../../i18n/fault-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { bringFaultIntoSight } from './fault-in-sight.ts'
import { countChanges, editHref, sectionOf, type SectionName } from './sections.ts'
import { unaddedFaults } from './draft/unadded.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** There as soon as something differs from what visitors see, and gone when nothing does. */
export function PublishBar({ section }: { section: SectionName }) {
  const t = useTranslate()
  const showToast = useToast()
  const { store, facts } = useEditor()
  const count = useEditorState(({ patch }) => countChanges(Object.keys(patch)))
  const busy = useEditorState((state) => state.busy)
  const isDisputed = useEditorState(({ saving }) => saving === 'disputed')
  const [isSure, ask] = useState(false)
  const navigate = useNavigate()
  const [unadded] = unaddedFaults(useEditorState((state) => state.unadded))
  if (count === 0 && !unadded) return null

  async function publish() {
    if (!isWhole(section)) return
    const done = await store.publish()
    if (done === 'published') {
      const view = () => void open(cardHref({ alias: facts.alias }, 'home'), '_blank', 'noopener')
      showToast(t('editor.published'), { forMs: snackbarMs.notice, action: { label: t('editor.view'), onClick: view } })
    } else if (done === 'faults') {
      const places = store.read().faults.map(({ path }) => sectionOf(path))
      const wrong = places.includes(section) ? section : (places[0] ?? section)
      if (wrong !== section) void navigate(editHref(facts.alias, wrong))
      bringFaultIntoSight({ section: wrong })
    } else showToast(t('editor.notPublished'), { kind: 'error', forMs: snackbarMs.notice })
  }
  async function discard() {
    ask(false)
    const isDone = await store.discard()
    showToast(t(isDone ? 'editor.discarded' : 'editor.notDiscarded'), { kind: isDone ? 'done' : 'error', forMs: snackbarMs.notice })
  }

  return (
    <div className="publish-bar" role="group" aria-label={t('editor.publish')}>
      {isSure ? (
        <>
          <p>{t('editor.discardSure')}</p>
          <div className="publish-acts">
            <Button kind="ghost" onClick={() => ask(false)}>
              {t('editor.keepDraft')}
            </Button>
            <Button kind="danger" onClick={() => void discard()}>
              {t('editor.discard')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>
            {isDisputed ? (
              <a href="#dispute">{t('editor.disputeTitle')}</a>
            ) : unadded ? (
              <PageLink href={editHref(facts.alias, sectionOf(unadded.path))}>{faultMessage(t, unadded.message)}</PageLink>
            ) : (
              t('editor.waitingCount', { count })
            )}
          </p>
          <div className="publish-acts">
            <Button kind="ghost" onClick={() => ask(true)} disabled={busy !== null}>
              {t('editor.discard')}
            </Button>
            <Button kind="primary" onClick={() => void publish()} disabled={busy !== null || isDisputed}>
              {t(busy === 'publishing' ? 'editor.publishing' : 'editor.publish')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** A date or a number of which only a part is typed has no value yet: the browser says what is missing. */
function isWhole(section: SectionName): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>(`[data-section="${section}"] input`)
  return [...inputs].find(({ validity }) => validity.badInput)?.reportValidity() ?? true
}
