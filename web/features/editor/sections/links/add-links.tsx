import { useState } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { addPasted, groupBySite, kindsLeft, type Kind, type Pasted } from './paste-links.ts'
import { AmbiguousLink } from './ambiguous-link.tsx'
import { useDraft, useIssue, usePendingInput } from '../../use-editor.ts'
import { anchorOf } from '../../sections.ts'
import { showService, useServiceActions } from './use-services.ts'

type Result = Pick<Pasted, 'added' | 'known' | 'unread'>
const nothing: Result = { added: [], known: [], unread: [] }

/** Adds pasted links, one or many; their service is detected. */
export function AddLinks({ kinds }: { kinds: readonly Kind[] }) {
  const t = useTranslate()
  const { read, write, change } = useServiceActions()
  const [typed, type] = usePendingInput('services.pending')
  const [waiting, wait] = usePendingInput('services.unsure')
  const [result, setResult] = useState(nothing)
  const [services] = useDraft('services')
  const unsure = waiting.split('\n').filter(Boolean)
  const left = kindsLeft(kinds, services, true)
  const sites = groupBySite(unsure, left.length > 0)
  const issue = useIssue('services.pending')
  const nameOf = (id: number) => kinds.find(({ gradeServiceId }) => gradeServiceId === id)?.serviceName ?? ''

  function add(text: string) {
    if (text.trim() === '') return
    const pasted = addPasted(text, read(), kinds)
    if (pasted.added.length > 0) write(pasted.services)
    setResult(pasted)
    wait([...new Set([...unsure, ...pasted.unsure])].join('\n'))
    // Unreadable text stays in the field.
    type(pasted.unread.join('\n'))
  }
  function settle(links: readonly string[]) {
    wait(unsure.filter((other) => !links.includes(other)).join('\n'))
  }

  return (
    <form
      className="links-add"
      onSubmit={(event) => {
        event.preventDefault()
        add(typed)
      }}
    >
      <FieldShell id={anchorOf('services')} label={t('editor.links.paste')} hint={t('editor.links.pasteHint')} issue={issue} isWide>
        {(marks) => (
          <textarea
            {...marks}
            value={typed}
            rows={2}
            maxLength={20_000}
            dir="ltr"
            autoComplete="off"
            onChange={({ target }) => type(target.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text/plain')
              if (text.trim() === '' || (typed.trim() !== '' && !text.includes('.'))) return
              event.preventDefault()
              add(`${typed}\n${text}`)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              add(typed)
            }}
          />
        )}
      </FieldShell>
      <Button kind="primary" icon="plus" type="submit">
        {t('editor.links.add')}
      </Button>
      <div role="status">
        {result.added.length > 0 && (
          <p className="ui-field-note">
            <Icon name="check" />
            {t('editor.links.added', { names: result.added.map(nameOf).join(', ') })}
          </p>
        )}
        {result.unread.length > 0 && (
          <p className="ui-field-note">
            <Icon name="circle-alert" />
            {t('editor.links.unread', { count: result.unread.length })}
          </p>
        )}
        {unsure.length > 0 && (
          <p className="ui-field-note">
            <Icon name="circle-alert" />
            {t(left.length > 0 ? 'editor.links.waiting' : 'editor.links.unplaced', { count: unsure.length })}
          </p>
        )}
        {result.known.map(({ id, link }) => (
          <p className="ui-cluster links-known" key={`${id} ${link}`}>
            <span>{t('editor.links.known', { name: nameOf(id) })}</span>
            <Button kind="ghost" onClick={() => showService(id)}>
              {t('editor.links.showIt')}
            </Button>
            {read().some((service) => service.gradeServiceId === id && service.directLink !== link) && (
              <Button
                kind="ghost"
                onClick={() => {
                  change(id, { directLink: link })
                  setResult({ ...result, known: result.known.filter((other) => other.link !== link) })
                  showService(id)
                }}
              >
                {t('editor.links.useThis')}
              </Button>
            )}
          </p>
        ))}
      </div>
      {sites.map((links) => (
        <AmbiguousLink key={links[0]} links={links} left={left} settle={settle} />
      ))}
      {sites.length > 1 && (
        <Button kind="ghost" onClick={() => settle(unsure)}>
          {t('editor.links.forget', { count: unsure.length })}
        </Button>
      )}
    </form>
  )
}
