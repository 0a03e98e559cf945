import { useState } from 'react'
import { useNavigate } from 'react-router'
import { snackbarMs } from '#contract/constants.ts'
import { cardHref } from '#contract/pages.ts'
import { useAccountSay } from '../../i18n/use-account-say.ts'
import { useSnackbar } from '../../ui/snackbar.tsx'
import { bringFaultIntoSight } from './fault-in-sight.ts'
import { editHref, sectionOf, type SectionName } from './sections.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** There as soon as something differs from what visitors see, and gone when nothing does. */
export function PublishBar({ section }: { section: SectionName }) {
  const say = useAccountSay()
  const snack = useSnackbar()
  const { store, facts } = useEditor()
  const count = useEditorState(({ patch }) => Object.keys(patch).length)
  const isPublishing = useEditorState((state) => state.isPublishing)
  const isDisputed = useEditorState(({ saving }) => saving === 'disputed')
  const [isSure, ask] = useState(false)
  const navigate = useNavigate()
  if (count === 0) return null

  async function publish() {
    const done = await store.publish()
    if (done === 'published') {
      const view = () => void open(cardHref({ alias: facts.alias }, 'home'), '_blank', 'noopener')
      snack(say('editor.published'), { forMs: snackbarMs.notice, act: { text: say('editor.view'), press: view } })
    } else if (done === 'faults') {
      const places = store.read().faults.map(({ path }) => sectionOf(path))
      const wrong = places.includes(section) ? section : (places[0] ?? section)
      if (wrong !== section) void navigate(editHref(facts.alias, wrong))
      bringFaultIntoSight({ section: wrong })
    } else snack(say('editor.notPublished'), { isBad: true, forMs: snackbarMs.notice })
  }
  async function discard() {
    ask(false)
    const isDone = await store.discard()
    snack(say(isDone ? 'editor.discarded' : 'editor.notDiscarded'), { isBad: !isDone, forMs: snackbarMs.notice })
  }

  return (
    <div className="publish-bar" role="group" aria-label={say('editor.publish')}>
      {isSure ? (
        <>
          <p>{say('editor.discardSure')}</p>
          <button className="btn ghost" type="button" onClick={() => ask(false)}>
            {say('editor.keepDraft')}
          </button>
          <button className="btn bad" type="button" onClick={() => void discard()}>
            {say('editor.discard')}
          </button>
        </>
      ) : (
        <>
          <p>{isDisputed ? <a href="#dispute">{say('editor.disputeTitle')}</a> : say('editor.waitingCount', { count })}</p>
          <button className="btn ghost" type="button" onClick={() => ask(true)} disabled={isPublishing}>
            {say('editor.discard')}
          </button>
          <button className="btn door" type="button" onClick={() => void publish()} disabled={isPublishing || isDisputed}>
            {say(isPublishing ? 'editor.publishing' : 'editor.publish')}
          </button>
        </>
      )}
    </div>
  )
}
