import type { ReactNode } from 'react'
import { Glyph } from '../features/cards/services/glyph.tsx'
import type { Glyph as GlyphName } from '../features/cards/services/service-glyph.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import type { IconName } from '../ui/icons/icon-names.ts'
import { Icon } from '../ui/icons/icon.tsx'

type Picture = { src: string; srcSet: string; width: number; height: number }
type Row = { kind: string; icon: IconName; text: string; label: string; hasText: boolean }
type PhoneProps = {
  alias: string
  name: string
  title: string
  tagLine: string
  firm: string[]
  initials: string
  portrait: Picture | null
  scene: Picture | null
  rows: readonly Row[]
  glyphs: readonly GlyphName[]
  action: string
  isTeam: boolean
}

/** A card's home page as a picture on a phone, in its own data and colors, without interaction. */
export function Phone({ alias, name, title, tagLine, firm, initials, portrait, scene, rows, glyphs, action, isTeam }: PhoneProps) {
  const t = useTranslate()
  return (
    <Frame className={`of-${alias}`} isTeam={isTeam} action={action} scene={scene}>
      <span className="face center">
        {portrait ? <img {...portrait} sizes="117px" alt="" /> : initials}
        <span className="pill">
          <Icon name="check" />
          {t('home.connected')}
        </span>
      </span>
      <b className="name">{name}</b>
      {title && <span className="role">{title}</span>}
      {tagLine && <i className="voice">{tagLine}</i>}
      <span className="firm">{firm.join(' · ')}</span>
      <Rows rows={rows} />
      <Action label={action} />
      <span className="glyphs">
        {glyphs.map((glyph) => (
          <span key={JSON.stringify(glyph)}>
            <Glyph glyph={glyph} />
          </span>
        ))}
      </span>
    </Frame>
  )
}

/** A blank card with the operator’s name. */
export function BlankPhone({ company }: { company: string }) {
  const t = useTranslate()
  const rows: [IconName, string][] = [
    ['smartphone', t('home.mobile')],
    ['building-2', t('home.office')],
    ['mail', t('home.email')],
    ['star', t('front.reviews')],
    ['link', t('front.links')],
  ]
  return (
    <Frame className="blank" isTeam={false} action={t('home.action')} scene={null}>
      <span className="face center">
        <Icon name="circle-user-round" />
      </span>
      <b className="name">{t('front.sample')}</b>
      <span className="role">{company}</span>
      <Rows rows={rows.map(([icon, text]) => ({ kind: icon, icon, text: '', label: text, hasText: false }))} />
      <Action label={t('home.action')} />
    </Frame>
  )
}

type FrameProps = { className: string; isTeam: boolean; action: string; scene: Picture | null; children: ReactNode }

function Frame({ className, isTeam, scene, children }: FrameProps) {
  const t = useTranslate()
  const dock: [IconName, string][] = [
    ['phone', t('dock.call', { team: isTeam })],
    ['message-circle', t('dock.message', { team: isTeam })],
    ['mail', t('dock.email', { team: isTeam })],
    ['share-2', t('nav.share')],
  ]
  return (
    <div className={`phone ${className}`}>
      <span className="view">{scene && <img {...scene} sizes="410px" alt="" />}</span>
      <span className="plate">{children}</span>
      <span className="dock">
        {dock.map(([icon, label]) => (
          <span key={icon}>
            <Icon name={icon} />
            {label}
          </span>
        ))}
      </span>
    </div>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <span className="rows">
      {rows.map(({ kind, icon, text, label, hasText }) => (
        <span key={kind}>
          <Icon name={icon} />
          <span>
            {text && <b>{text}</b>}
            <small>{label}</small>
          </span>
          {hasText && <Icon name="message-circle" />}
        </span>
      ))}
    </span>
  )
}

const Action = ({ label }: { label: string }) =>
  label && (
    <span className="push">
      <Icon name="user-plus" />
      {label}
    </span>
  )
