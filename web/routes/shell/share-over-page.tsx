import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { editHref } from '../../features/editor/sections.ts'
import { ShareDialog } from '../../features/share/share-dialog.tsx'
import { ownerShare, type OwnerShare } from '../../features/share/shared-card.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useOwnerCall } from '../../platform/api/use-owner-call.ts'
import { useReconnect } from '../../platform/connection/use-reach.ts'
import { isShareAddress, withoutShare } from '../../platform/share-address.ts'
import { useSite } from '../../platform/use-site.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'

/** `loaded` is what the server read for a page that is opened with the dialog. */
export type ShareOverPageProps = { alias: string; loaded: OwnerShare | null }

/** The share dialog over an owner page, while the address requests it. */
export default function ShareOverPage({ alias, loaded }: ShareOverPageProps) {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const isOpen = isShareAddress(search)
  const closeHref = withoutShare(pathname + search)
  const { share, retry } = useOwnerShare(alias, loaded, isOpen)

  function close() {
    // Back has changed the address before the dialog closes.
    if (!isShareAddress(location.search)) return
    // The first page of a visit has no page before it that is the same without the dialog.
    void (key === 'default' ? navigate(closeHref, { replace: true, preventScrollReset: true }) : navigate(-1))
  }

  return (
    <ShareDialog
      share={share}
      editHref={editHref(alias, 'card')}
      upgradeHref={subscriptionHref(alias)}
      retryHref={pathname + search}
      onRetry={retry}
      isOpen={isOpen}
      closeHref={closeHref}
      onClose={close}
    />
  )
}

/** The card to share, loaded each time the dialog opens: it may have changed. A card that is shown stays if that fails. */
function useOwnerShare(alias: string, loaded: OwnerShare | null, isOpen: boolean) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const call = useOwnerCall(alias)
  const [share, setShare] = useState(loaded)

  const load = () =>
    void call('cards.read', { params: { alias } }).then(
      (answer) => setShare(ownerShare(answer['{product}'], publicUrl, t)),
      () => setShare((before) => (typeof before === 'string' ? 'failed' : (before ?? 'failed'))),
    )
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (isOpen) loadNow()
  }, [isOpen])
  useReconnect(() => {
    if (isOpen) load()
  })
  return {
    share,
    retry() {
      setShare(null)
      load()
    },
  }
}
