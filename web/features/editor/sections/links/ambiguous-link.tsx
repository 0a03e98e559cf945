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
  const defaultKind = left.find(({ gradeServiceId }) => gradeServiceId === website) ?? left[0]
  const kind = left.find(({ gradeServiceId }) => gradeServiceId === chosenKind) ?? defaultKind
  const link = links.find((one) => one === chosenLink) ?? links[0] ?? ''

  function add() {
    if (!kind) return
    write([...read(), aService(kind.gradeServiceId, link)])
    settle([link])
    showService(kind.gradeServiceId)
  }

  return (
    <div className="links-unsure">
      <label htmlFor={kind && id}>
        {t(kind ? 'editor.links.unsure' : 'editor.links.noPlace')}{' '}
        {(links.length === 1 || !kind) && <bdi dir="ltr">{links.join(', ')}</bdi>}
      </label>
      <Cluster>
        {kind && links.length > 1 && (
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
        {kind && (
          <>
            <span className="ui-select">
              <select
                className="ui-input"
                id={id}
                aria-invalid={issue !== undefined || undefined}
                value={kind.gradeServiceId}
                onChange={({ target }) => chooseKind(Number(target.value))}
              >
                {left.map(({ gradeServiceId, serviceName }) => (
                  <option key={gradeServiceId} value={gradeServiceId}>
                    {serviceName}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" />
            </span>
            <Button kind="primary" onClick={add}>
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
