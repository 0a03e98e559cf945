import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import type { Installable } from './installable.ts'

/** A phone installs the card itself; a computer sends the reader to a phone. CSS shows one of the two. */
export function InstallTitle({ card: { name, isTeam } }: { card: Installable }) {
  const t = useTranslate()
  return (
    <>
      <span className="on-phone">{t('install.onPhone', { name, team: isTeam })}</span>
      <span className="on-desktop">{t('install.onDesktop')}</span>
    </>
  )
}

export function InstallLead({ onPhone }: { onPhone: string }) {
  const t = useTranslate()
  const { productName: product } = useSite()
  return (
    <>
      <span className="on-phone">{onPhone}</span>
      <span className="on-desktop">{t('install.leadDesktop', { product })}</span>
    </>
  )
}

/** The owner's picture or initials. */
export const InstallPortrait = ({ card: { portrait, initials }, alt = '' }: { card: Installable; alt?: string }) =>
  portrait ? (
    <img className="install-portrait center" src={portrait} width="92" height="92" alt={alt} />
  ) : (
    <span className="install-portrait center" aria-hidden="true">
      {initials}
    </span>
  )
