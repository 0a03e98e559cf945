import { useLocation, useNavigate } from 'react-router'
import { ShareDialog } from '../../features/share/share-dialog.tsx'
import type { SharedCard } from '../../features/share/shared-card.ts'
import { editHref } from '../../features/editor/sections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { isShareAddress, withoutShare } from '../../platform/share-address.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { subscriptionHref } from '../account/account-links.ts'
import type { Who } from './load-who.ts'

type Props = { alias: string; who: Who; shared: SharedCard | null }

/** The share dialog over an owner page, while the address asks for it. */
export function ShareHere({ alias, who, shared }: Props) {
  const t = useTranslate()
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const closeHref = withoutShare(pathname + search)
  const dialog = {
    isOpen: isShareAddress(search),
    closeHref,
    onClose() {
      // Back has changed the address before the dialog closes.
      if (!isShareAddress(location.search)) return
      // The first page of a visit has no page before it that is the same without the dialog.
      void (key === 'default' ? navigate(closeHref, { replace: true, preventScrollReset: true }) : navigate(-1))
    },
  }
  if (shared) return <ShareDialog key={alias} card={shared} upgradeHref={subscriptionHref(alias)} {...dialog} />
  const isOff = who.cards.some((card) => card.alias === alias && !card.isOpen)
  const action = isOff ? (
    <ButtonLink kind="primary" href={editHref(alias, 'card')} reloadDocument>
      {t('editor.title')}
    </ButtonLink>
  ) : (
    <ButtonLink href={pathname + search} reloadDocument>
      {t('failed.again')}
    </ButtonLink>
  )
  return (
    <Dialog {...dialog} title={t('dashboard.shareCard')} isDanger closeLabel={t('close')} actions={action}>
      <p>{t(isOff ? 'editor.offLine' : 'failed.sentence')}</p>
    </Dialog>
  )
}
