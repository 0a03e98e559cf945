import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { ContactRow } from './contact-rows-view.ts'
import type { HomeView } from '../home/home-view.ts'

/** Phones and email. `trail` is the end of a row: a button to text the mobile, an arrow, or nothing. */
export function ContactRows({ view, trail }: { view: HomeView; trail: 'text' | 'go' | 'none' }) {
  const t = useTranslate()
  if (view.rows.length === 0) return null
  return (
    <ul className="rows" aria-label={t('home.contacts')}>
      {view.rows.map((row) => (
        <li key={row.kind} className={`row ${row.kind}`}>
          <Icon name={row.icon} />
          <a className="row-main" href={row.href ?? undefined}>
            <span className="row-value">{row.kind === 'email' ? breakAtSign(row.text) : row.text}</span>
            <small>{row.label}</small>
          </a>
          <Trail row={row} trail={trail} />
        </li>
      ))}
      {view.place && (
        <li className="row on-paper">
          <span className="row-main">
            <span className="row-value">{view.place}</span>
            <small>{t('save.address')}</small>
          </span>
        </li>
      )}
    </ul>
  )
}

function Trail({ row, trail }: { row: ContactRow; trail: 'text' | 'go' | 'none' }) {
  const t = useTranslate()
  if (trail === 'text' && row.kind === 'mobile' && row.sms) {
    return (
      <a className="row-act center" href={row.sms} aria-label={t('home.textTo', { label: row.label.toLowerCase() })}>
        <Icon name="message-circle" />
      </a>
    )
  }
  if (trail === 'go' && (row.kind === 'mobile' || row.kind === 'email')) {
    return (
      <span className="go center">
        <Icon name={row.kind === 'mobile' ? 'phone' : 'arrow-up-right'} />
      </span>
    )
  }
  return null
}

function breakAtSign(address: string) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
