import type { ReactNode } from 'react'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { AppCorner } from '../../features/cards/app-corner.tsx'
import { AppDock } from '../../features/cards/app-dock.tsx'
import type { FramePart } from '../../features/cards/card-frame.tsx'
import type { FrameView } from '../../features/cards/frame-view.ts'
import { MenuUpgrade } from '../../features/cards/menu-upgrade.tsx'
import { ViewerChip } from '../../features/cards/viewer-chip.tsx'
import { MenuConnection } from '../../features/offline/menu-connection.tsx'
import { MenuNewVersion } from '../../features/releases/menu-new-version.tsx'
import { laterSayer } from '../../i18n/catalogues.ts'
import { languages } from '../../i18n/languages.ts'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { useKeepAppAddress } from '../../platform/use-app-address.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { subscriptionHref } from './account-links.ts'
import { MenuCount } from './menu-count.tsx'
import type { Owner } from './open-owner.ts'
import { OwnersMenu } from './owners-menu.tsx'
import { pageMeta } from './page-meta.ts'
import { useShareAsked } from './use-share-asked.ts'

export type CardPartsProps = {
  name: FramePart
  frame: FrameView
  page: CardPage | null
  viewer: Owner | null
  isInstalled: boolean
  otherwise: ReactNode
}

/** The words of it, in the language of the page. */
export const words = () => laterSayer(languages.find((language) => language === document.documentElement.lang) ?? 'en')

/** What the installed card, or its owner in a tab, finds in the places of the frame. Nobody else fetches it. */
export default function CardParts(props: CardPartsProps) {
  return props.isInstalled ? <InApp {...props} /> : <InTab {...props} />
}

function InTab({ name, frame, viewer, otherwise }: CardPartsProps) {
  if (!viewer) return otherwise
  if (name === 'corner') return <ViewerChip viewer={viewer} />
  if (name === 'notices' && frame.isFreePlan) return <MenuUpgrade href={subscriptionHref(viewer.alias)} />
  return otherwise
}

function InApp({ name, frame, page, viewer }: CardPartsProps) {
  if (name === 'corner') return <AppCorner alias={frame.address.alias} viewer={viewer} menu={viewer && <OwnersMenu owner={viewer} />} />
  if (name === 'count') return viewer && <MenuCount owner={viewer} />
  if (name === 'news') return <WhatsNew frame={frame} />
  if (name === 'dock') return <Dock frame={frame} page={page} newContacts={viewer?.newContacts ?? 0} />
  return (
    <>
      <MenuConnection />
      <MenuNewVersion />
      {viewer && frame.isFreePlan && <MenuUpgrade href={subscriptionHref(viewer.alias)} />}
    </>
  )
}

function Dock(props: { frame: FrameView; page: CardPage | null; newContacts: number }) {
  useKeepAppAddress()
  useShareAsked(props.page !== null && pageMeta[props.page].showSharePage)
  return <AppDock {...props} />
}

function WhatsNew({ frame }: { frame: FrameView }) {
  const say = useLaterSay()
  return <PageLink href={`${cardHref(frame.address, 'settings')}#whats-new`}>{say('frame.whatsNew')}</PageLink>
}
