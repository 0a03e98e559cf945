import { Icon } from '../../../../ui/icons/icon.tsx'
import { Cluster } from '../../../../ui/page/layout.tsx'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useIssue } from '../../use-editor.ts'
import { aService, type Kind } from './paste-links.ts'
import { showService, useServiceActions } from './use-services.ts'

const website = 15

type Props = { links: readonly string[]; left: readonly Kind[]; settle(links: readonly string[]): void }

/** Pasted links of one site whose service is unknown: the owner chooses one by one, or drops all. */
export function AmbiguousLink({ links, left, settle }: Props) {
  const t = useTranslate()
  const id = useId()
  const { read, write } = useServiceActions()
  const issue = useIssue('services.unsure')
  const [chosenKind, chooseKind] = useState<number | null>(null)
  const [chosenLink, chooseLink] = useState('')
  const hasPlace = left.length > 0
  // Without a website there is no guess: any other name would be wrong for most links.
  const kind = left.find(({ gradeServiceId }) => gradeServiceId === (chosenKind ?? website))
  const link = links.find((one) => one === chosenLink) ?? links[0] ?? ''

  function add() {
    if (!kind) return
    write([...read(), aService(kind.gradeServiceId, link)])
    settle([link])
    showService(kind.gradeServiceId)
  }

  return (
    <div className="links-unsure">
      <label htmlFor={hasPlace ? id : undefined}>
        {t(hasPlace ? 'editor.links.unsure' : 'editor.links.noPlace')}{' '}
        {(links.length === 1 || !hasPlace) && <bdi dir="ltr">{links.join(', ')}</bdi>}
      </label>
      <Cluster>
        {hasPlace && links.length > 1 && (
          <span className="ui-select">
            <select
              className="ui-input"
              aria-label={t('editor.links.unsureWhich')}
              dir="ltr"
              value={link}
              onChange={({ target }) => chooseLink(target.value)}
            >
              {links.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
            <Icon name="chevron-down" />
          </span>
        )}
        {hasPlace && (
          <>
            <span className="ui-select">
              <select
                className="ui-input"
                id={id}
                aria-invalid={issue !== undefined || undefined}
                value={kind?.gradeServiceId ?? ''}
                onChange={({ target }) => chooseKind(Number(target.value))}
              >
                {!kind && <option value="">{t('editor.links.unsureKind')}</option>}
                {left.map(({ gradeServiceId, serviceName }) => (
                  <option key={gradeServiceId} value={gradeServiceId}>
                    {serviceName}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" />
            </span>
            <Button kind="primary" onClick={add} disabled={!kind}>
              {t('editor.links.add')}
            </Button>
          </>
        )}
        <Button kind="ghost" onClick={() => settle(links)}>
          {t('editor.links.forget', { count: links.length })}
        </Button>
      </Cluster>
    </div>
  )
}
