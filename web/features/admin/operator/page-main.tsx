import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { DeskTold } from '../desk-told.tsx'
import type { DeskTrouble } from './views.ts'

type Props = {
  title: ReactNode
  lead?: ReactNode
  back?: string
  told?: string | null
  trouble?: DeskTrouble | null
  children: ReactNode
}

/** What every one of the operator's pages begins with. */
export function PageMain({ title, lead, back, told, trouble, children }: Props) {
  const t = useTranslate()
  return (
    <main id="content" tabIndex={-1}>
      {back && (
        <a className="desk-back" href={back}>
          {t('operator.back')}
        </a>
      )}
      <h1 dir="auto">{title}</h1>
      {lead && <p className="desk-lead">{lead}</p>}
      {told && <DeskTold text={told} isBad={false} />}
      {trouble && <DeskTold text={trouble.message} isBad />}
      {children}
    </main>
  )
}

export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section className="desk-part" id={id} aria-label={title}>
      <div className="desk-part-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  )
}

export function More({ href }: { href: string | null }) {
  const t = useTranslate()
  return (
    href && (
      <p className="op-more">
        <a className="btn outline" href={href}>
          {t('operator.more')}
        </a>
      </p>
    )
  )
}

/** A search that is an address: it can be sent on, and gone back to. */
export function Search({ action, label, q }: { action: string; label: string; q: string }) {
  const t = useTranslate()
  return (
    <form className="op-search" role="search" action={action}>
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        aria-label={label}
        placeholder={label}
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
      />
      <button className="btn outline" type="submit">
        {t('operator.find')}
      </button>
    </form>
  )
}
