import { useId, useState } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useFault } from '../../use-editor.ts'
import { aService, type Kind } from './paste-links.ts'
import { showService, useServiceActs } from './use-services.ts'

const website = 15

type Props = { links: readonly string[]; left: readonly Kind[]; settle(links: readonly string[]): void }

/** Addresses of one place that may be anybody's: their owner says what they are, one after the other, or leaves all out at once. */
export function UnsureLink({ links, left, settle }: Props) {
  const t = useTranslate()
  const id = useId()
  const { read, write } = useServiceActs()
  const fault = useFault('services.unsure')
  const [chosenKind, chooseKind] = useState<number | null>(null)
  const [chosenLink, chooseLink] = useState('')
  const usual = left.find(({ gradeServiceId }) => gradeServiceId === website) ?? left[0]
  const kind = left.find(({ gradeServiceId }) => gradeServiceId === chosenKind) ?? usual
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
      <div>
        {kind && links.length > 1 && (
          <select aria-label={t('editor.links.unsureWhich')} dir="ltr" value={link} onChange={({ target }) => chooseLink(target.value)}>
            {links.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        {kind && (
          <>
            <select
              id={id}
              aria-invalid={fault !== undefined}
              value={kind.gradeServiceId}
              onChange={({ target }) => chooseKind(Number(target.value))}
            >
              {left.map(({ gradeServiceId, serviceName }) => (
                <option key={gradeServiceId} value={gradeServiceId}>
                  {serviceName}
                </option>
              ))}
            </select>
            <Button kind="primary" onClick={add}>
              {t('editor.links.add')}
            </Button>
          </>
        )}
        <Button kind="ghost" onClick={() => settle(links)}>
          {t('editor.links.forget', { count: links.length })}
        </Button>
      </div>
    </div>
  )
}
