import { useState } from 'react'
import { useNavigate } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { cardHref } from '#contract/pages.ts'
import { issueMessage } from '../../i18n/issue-message.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { focusIssue } from './focus-issue.ts'
import { countChanges, editHref, groupHref, groupOf, sectionOf, type SectionName } from './sections.ts'
import { pendingIssues } from './draft/pending-input.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** Visible while there are unpublished changes. */
export function PublishBar({ section }: { section: SectionName }) {
  const t = useTranslate()
  const showToast = useToast()
  const { store, facts } = useEditor()
  const count = useEditorState(({ patch }) => countChanges(Object.keys(patch)))
  const busy = useEditorState((state) => state.busy)
  const hasConflict = useEditorState(({ saving }) => saving === 'conflict')
  const [isSure, ask] = useState(false)
  const navigate = useNavigate()
  const [pending] = pendingIssues(useEditorState((state) => state.pending))
  if (count === 0 && !pending) return null

  async function publish() {
    if (!isWhole()) return
    const done = await store.publish()
    if (done === 'published') {
      const view = () => void open(cardHref({ alias: facts.alias }, 'home'), '_blank', 'noopener')
      showToast(t('editor.published'), { forMs: snackbarMs.notice, action: { label: t('editor.view'), onClick: view } })
    } else if (done === 'issues') {
      const places = store.read().issues.map(({ path }) => sectionOf(path))
      const invalid = places.includes(section) ? section : (places[0] ?? section)
      if (groupOf(invalid) !== groupOf(section)) void navigate(groupHref(facts.alias, groupOf(invalid)))
      focusIssue({ section: invalid })
    } else showToast(t('editor.notPublished'), { kind: 'error', forMs: snackbarMs.notice })
  }
  async function discard() {
    ask(false)
    const isDone = await store.discard()
    showToast(t(isDone ? 'editor.discarded' : 'editor.notDiscarded'), { kind: isDone ? 'done' : 'error', forMs: snackbarMs.notice })
  }

  return (
    <div className="ui-cluster publish-bar" role="group" aria-label={t('editor.publish')}>
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
            {hasConflict ? (
              <a href="#conflict">{t('editor.disputeTitle')}</a>
            ) : pending ? (
              <PageLink href={editHref(facts.alias, sectionOf(pending.path))}>{issueMessage(t, pending)}</PageLink>
            ) : (
              t('editor.waitingCount', { count })
            )}
          </p>
          <div className="publish-acts">
            <Button kind="ghost" onClick={() => ask(true)} disabled={busy !== null}>
              {t('editor.discard')}
            </Button>
            <Button kind="primary" onClick={() => void publish()} disabled={busy !== null || hasConflict}>
              {t(busy === 'publishing' ? 'editor.publishing' : 'editor.publish')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** A partly typed date or number has no value: the browser reports what is missing. */
function isWhole(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>('[data-section] input')
  return [...inputs].find(({ validity }) => validity.badInput)?.reportValidity() ?? true
}
