import { useEffect, useMemo, useState } from 'react'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { brandName } from '#contract/cards/service-names.ts'
import { createDraftServer, toSavedDraft } from '../../features/editor/draft/draft-server.ts'
import { createDraftStore } from '../../features/editor/draft/draft-store.ts'
import { createDraftStorage } from '../../features/editor/draft/draft-storage.ts'
import { EditorPage } from '../../features/editor/editor-page.tsx'
import { EditorPartsContext } from '../../features/editor/editor-parts.ts'
import { groupOf, sectionsIn, type GroupName, type SectionName } from '../../features/editor/sections.ts'
import { EditorContext } from '../../features/editor/use-editor.ts'
import { onReconnect } from '../../platform/connection/reach.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'
import { usePreviewPanes } from './use-preview-panes.tsx'
import { useEditorParts } from './use-editor-parts.tsx'

/** The editor with what it needs from other features. Permissions may change while it is open; the edited card is this window's. */
export function EditorProvider({ editor, group }: { editor: EditorAnswer; group: GroupName }) {
  const { permissions, isDisabled, subscription } = editor
  const [initial] = useState(editor)
  const { id, alias, key: cardKey, serviceKinds } = initial
  const call = useOwnerCall(alias)
  const [store] = useState(() =>
    createDraftStore(toSavedDraft(initial), { server: createDraftServer(call, alias), storage: createDraftStorage(alias) }),
  )
  useEffect(() => {
    store.recall()
    const leave = () => void store.flush()
    const stopWaiting = onReconnect(leave)
    addEventListener('pagehide', leave)
    return () => {
      stopWaiting()
      removeEventListener('pagehide', leave)
      store.close()
    }
  }, [store])
  const bench = useMemo(
    () => ({
      store,
      facts: {
        id,
        alias,
        cardKey,
        permissions,
        isDisabled,
        isActive: subscription.isActive,
        serviceKinds: serviceKinds.map((kind) => ({ ...kind, serviceName: brandName(kind.serviceName) })),
        upgradeHref: subscriptionHref(alias),
      },
    }),
    [store, id, alias, cardKey, permissions, isDisabled, subscription.isActive, serviceKinds],
  )
  const [latest, setLatest] = useState<SectionName | null>(null)
  const section = latest && groupOf(latest) === group ? latest : sectionsIn(group)[0]
  const parts = useEditorParts(alias, store, group)
  const place = usePreviewPanes({ store, editor: { ...initial, permissions }, section })
  return (
    <EditorContext value={bench}>
      <EditorPartsContext value={parts}>
        <EditorPage group={group} section={section} onSectionChange={setLatest} {...place} />
      </EditorPartsContext>
    </EditorContext>
  )
}
