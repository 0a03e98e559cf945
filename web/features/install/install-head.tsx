import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import type { InstallPageCard } from './installable.ts'

/** Whose card it is. A phone and a desk are told different things: it is the phone that keeps it. */
export function InstallHead({ card, browser }: { card: InstallPageCard; browser: string }) {
  const t = useTranslate()
  const { productName: product } = useSite()
  const { name, fullName, line, isTeam, showsPortrait, portrait, initials } = card
  return (
    <>
      <div className="install-who">
        {showsPortrait &&
          (portrait ? (
            <img src={portrait} width="92" height="92" alt={t('home.portrait', { name: fullName })} />
          ) : (
            <span className="initials" aria-hidden="true">
              {initials}
            </span>
          ))}
        <div>
          <b dir="auto">{fullName}</b>
          {line && <small dir="auto">{line}</small>}
        </div>
      </div>
      <h1>
        <span className="hand">{t('install.onPhone', { name, team: isTeam })}</span>
        <span className="desk">{t('install.onDesk')}</span>
      </h1>
      <p className="install-lead">
        <span className="hand">{browser ? t('install.leadIn', { browser }) : t('install.lead')}</span>
        <span className="desk">{t('install.leadDesk', { product })}</span>
      </p>
    </>
  )
}
