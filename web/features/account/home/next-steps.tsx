import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import type { BrokenLinkFact, Step, StepKind } from './what-next.ts'

const icons: Record<StepKind, [IconName, 'door' | 'warn' | 'bad' | 'brass']> = {
  turnOn: ['circle-alert', 'bad'],
  payment: ['credit-card', 'bad'],
  cardExpired: ['credit-card', 'bad'],
  contacts: ['users', 'door'],
  brokenLink: ['link-2-off', 'warn'],
  publish: ['pen-line', 'door'],
  photo: ['camera', 'brass'],
  phone: ['phone', 'brass'],
  bio: ['message-square-text', 'brass'],
  links: ['link', 'brass'],
  moreLinks: ['link', 'brass'],
  trial: ['clock', 'warn'],
  share: ['share-2', 'brass'],
  reviewLink: ['star', 'brass'],
}
const reasons: Record<BrokenLinkFact['reason'], MessageKey> = {
  'not-found': 'dashboard.brokenNotFound',
  gone: 'dashboard.brokenGone',
  'no-host': 'dashboard.brokenNoHost',
  'no-tls': 'dashboard.brokenNoTls',
}
const saidMs = 5000

type Props = { alias: string; steps: readonly Step[]; waiting: readonly string[]; dismissed: string | null }

/** Three things at most, each with one way to do it. Any can be put aside for a week, without script too. */
export function NextSteps({ alias, steps, waiting, dismissed }: Props) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const { formData } = useNavigation()
  const showToast = useToast()
  const announced = useRef(dismissed)
  useEffect(() => {
    if (!dismissed || announced.current === dismissed) return
    announced.current = dismissed
    // The button that was clicked is gone.
    heading.current?.focus()
    showToast(t('dashboard.dismissed'), { forMs: saidMs })
  }, [dismissed, showToast, t])
  const gone = formData?.get('kind') ?? dismissed
  const shown = steps.filter(({ kind }) => kind !== gone)
  return (
    <section className="ui-panel padded home-next">
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('dashboard.next')}
        </h2>
        {shown.length > 0 && <small>{t('dashboard.things', { count: shown.length })}</small>}
      </header>
      {shown.length === 0 && (
        <p className="home-none">
          <IconTile icon="check" kind="ok" />
          {t('dashboard.nothing')}
        </p>
      )}
      <ul>
        {shown.map(({ kind, count, href, name = '', reason }) => {
          const title = t(`dashboard.${kind}`, { count, name })
          const [icon, tone] = icons[kind]
          return (
            <li key={kind}>
              <IconTile icon={icon} kind={tone} />
              <div>
                <b>{title}</b>
                <small>{t(kind === 'brokenLink' ? reasons[reason ?? 'not-found'] : `dashboard.${kind}Do`)}</small>
              </div>
              {kind === 'contacts' && (
                <span className="home-faces">
                  {waiting.map((one, index) => (
                    <Avatar key={index} name={one} size={36} />
                  ))}
                </span>
              )}
              <ButtonLink
                kind={kind === 'contacts' ? 'soft' : 'line'}
                size="small"
                href={href}
                reloadDocument
                aria-label={`${t(`dashboard.${kind}Act`)}: ${title}`}
              >
                {t(`dashboard.${kind}Act`)}
              </ButtonLink>
              <Form method="post" replace preventScrollReset>
                <input type="hidden" name="intent" value="dismiss" />
                <input type="hidden" name="alias" value={alias} />
                <button
                  className="ui-icon-button ghost"
                  type="submit"
                  name="kind"
                  value={kind}
                  aria-label={t('dashboard.dismissOf', { title })}
                >
                  <Icon name="x" />
                </button>
              </Form>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
