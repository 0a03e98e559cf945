import { useEffect, useMemo, useState } from 'react'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { brandName } from '#contract/cards/service-names.ts'
import { createDraftServer, keptOf } from '../../features/editor/draft/draft-server.ts'
import { createDraftStore } from '../../features/editor/draft/draft-store.ts'
import { draftMemory } from '../../features/editor/draft/draft-memory.ts'
import { EditorPage } from '../../features/editor/editor-page.tsx'
import { EditorPartsContext } from '../../features/editor/editor-parts.ts'
import type { SectionName } from '../../features/editor/sections.ts'
import { EditorContext } from '../../features/editor/use-editor.ts'
import { whenBack } from '../../platform/connection/reach.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { subscriptionHref } from '../account/account-links.ts'
import { usePreviewPlace } from '../card/preview/use-preview-place.tsx'
import { useEditorParts } from './use-editor-parts.tsx'

/** The editor with all that other parts of the product lend it. What the card may do can change meanwhile; what is edited is this window’s. */
export function EditorBench({ editor, section }: { editor: EditorAnswer; section: SectionName }) {
  const { permissions, isDisabled, subscription } = editor
  const [begun] = useState(editor)
  const { id, alias, key: cardKey, serviceKinds } = begun
  const call = useOwnerCall(alias)
  const [store] = useState(() => createDraftStore(keptOf(begun), { server: createDraftServer(call, alias), memory: draftMemory(alias) }))
  useEffect(() => {
    store.recall()
    const leave = () => void store.flush()
    const stopWaiting = whenBack(leave)
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
  const parts = useEditorParts(alias, store, section)
  const place = usePreviewPlace({ store, editor: { ...begun, permissions }, section })
  return (
    <EditorContext value={bench}>
      <EditorPartsContext value={parts}>
        <EditorPage section={section} {...place} />
      </EditorPartsContext>
    </EditorContext>
  )
}
