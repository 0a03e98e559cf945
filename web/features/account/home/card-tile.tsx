import { useId } from 'react'
import { cardHref, ownerHref, sideHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { OwnerIcon as Icon } from '../../../ui/icons/owner-icon.tsx'
import type { OwnerIconName } from '../../../ui/icons/icon-names.ts'
import { NextSteps } from './next-steps.tsx'
import type { TileView } from './tile-view.ts'

/** A card: whose it is, how it does, what would help it, and every way into it. */
export function CardTile({ tile }: { tile: TileView }) {
  const t = useTranslate()
  const title = useId()
  const { alias, name, drafted, isOn } = tile
  const into = (href: string, icon: OwnerIconName, label: string) => (
    <a href={href}>
      <Icon name={icon} />
      {label}
    </a>
  )
  return (
    <article className="tile" aria-labelledby={title}>
      <header className="tile-head">
        {tile.portrait ? (
          <img src={tile.portrait} width="72" height="72" alt="" />
        ) : (
          <span className="tile-initials" aria-hidden="true">
            {tile.initials}
          </span>
        )}
        <div>
          <h2 id={title} dir="auto">
            {name}
          </h2>
          {tile.title && <p dir="auto">{tile.title}</p>}
          <p className="tile-address">{tile.address}</p>
          <p className="tile-badges">
            {tile.plan && (
              <span className={`badge ${tile.plan.kind}`}>
                {tile.plan.kind === 'open' && <Icon name="key-round" />}
                {tile.plan.label}
              </span>
            )}
            {!isOn && <span className="badge bad">{t(tile.isTakenDown ? 'dashboard.takenDown' : 'dashboard.off')}</span>}
          </p>
        </div>
      </header>
      <dl className="tile-counts">
        <Count name={t('dashboard.views')} count={tile.views} href={ownerHref(alias, 'analytics')} />
        <Count name={t('dashboard.newContacts')} count={tile.contacts} href={ownerHref(alias, 'myContacts')} />
      </dl>
      {drafted > 0 && (
        <p className="tile-draft">
          <Icon name="pen-line" />
          {t('dashboard.drafted', { count: drafted })}
        </p>
      )}
      <NextSteps steps={tile.steps} />
      <p className="tile-main">
        <a className="btn door" href={`/account/edit/${alias}`}>
          <Icon name="pen-line" />
          {t('dashboard.edit')}
        </a>
        <a className="btn outline" href={cardHref({ alias }, 'home')}>
          {t('dashboard.view')}
        </a>
      </p>
      <nav className="tile-ways" aria-label={t('dashboard.waysOf', { name })}>
        {isOn && into(`${cardHref({ alias }, 'home')}#share`, 'share-2', t('dashboard.shareIt'))}
        {into(ownerHref(alias, 'myContacts'), 'users', t('page.myContacts'))}
        {into(ownerHref(alias, 'analytics'), 'chart-column', t('page.analytics'))}
        {into(ownerHref(alias, 'myAccount'), 'circle-user-round', t('page.myAccount'))}
        {into(`/account/subscription?${new URLSearchParams({ alias })}`, 'credit-card', t('plan.title'))}
        {isOn && into(sideHref(alias, 'install'), 'smartphone', t('dashboard.install'))}
      </nav>
    </article>
  )
}

function Count({ name, count, href }: { name: string; count: number | null; href: string }) {
  const t = useTranslate()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={href}>{count ?? <span aria-label={t('dashboard.unknown')}>–</span>}</a>
        <small>{t('dashboard.days')}</small>
      </dd>
    </div>
  )
}
