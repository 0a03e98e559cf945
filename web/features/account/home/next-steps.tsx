import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useShareHref } from '../../../platform/share-address.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { IconName } from '../../../ui/icons/icon-names.ts'
import { Avatar } from '../../../ui/list/avatar.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { IconTile } from '../../../ui/status/icon-tile.tsx'
import type { BrokenLinkFact, Step, StepKind } from './suggest-steps.ts'

const icons: Record<StepKind, [IconName, 'door' | 'warn' | 'bad' | 'brass']> = {
  turnOn: ['circle-alert', 'bad'],
  payment: ['credit-card', 'bad'],
  cardExpired: ['credit-card', 'bad'],
  contacts: ['users', 'door'],
  connection: ['plug', 'bad'],
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
const toastMs = 5000

type Props = { alias: string; steps: readonly Step[]; waiting: readonly string[]; dismissed: string | null }

/** At most three steps, each with one action. Each can be dismissed for a week, also without a script. */
export function NextSteps({ alias, steps, waiting, dismissed }: Props) {
  const t = useTranslate()
  const shareHref = useShareHref()
  const heading = useRef<HTMLHeadingElement>(null)
  const { formData } = useNavigation()
  const showToast = useToast()
  const announced = useRef(dismissed)
  useEffect(() => {
    if (!dismissed || announced.current === dismissed) return
    announced.current = dismissed
    // The dismiss button is gone after its click.
    heading.current?.focus()
    showToast(t('dashboard.dismissed'), { forMs: toastMs })
  }, [dismissed, showToast, t])
  const dismissedKind = formData?.get('kind') ?? dismissed
  const visible = steps.filter(({ kind }) => kind !== dismissedKind)
  return (
    <Panel
      title={t('dashboard.next')}
      titleRef={heading}
      action={visible.length > 0 && <small className="ui-note">{t('dashboard.things', { count: visible.length })}</small>}
    >
      {visible.length === 0 && (
        <div className="ui-cluster">
          <IconTile icon="check" kind="ok" />
          <p className="ui-note">{t('dashboard.nothing')}</p>
        </div>
      )}
      <List isInside>
        {visible.map(({ kind, count, href, name = '', reason }) => {
          const title = t(`dashboard.${kind}`, { count, name })
          const [icon, tone] = icons[kind]
          return (
            <ListRow
              key={kind}
              isWrapped
              lead={<IconTile icon={icon} kind={tone} />}
              title={title}
              note={t(kind === 'brokenLink' ? reasons[reason ?? 'not-found'] : `dashboard.${kind}Do`)}
              end={
                <>
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
                    href={href ?? shareHref}
                    {...(href === null ? { preventScrollReset: true } : { reloadDocument: true })}
                    aria-label={`${t(`dashboard.${kind}Act`)}: ${title}`}
                  >
                    {t(`dashboard.${kind}Act`)}
                  </ButtonLink>
                  <Form method="post" replace preventScrollReset>
                    <input type="hidden" name="intent" value="dismiss" />
                    <input type="hidden" name="alias" value={alias} />
                    <IconButton type="submit" icon="x" name="kind" value={kind} label={t('dashboard.dismissOf', { title })} />
                  </Form>
                </>
              }
            />
          )
        })}
      </List>
    </Panel>
  )
}
