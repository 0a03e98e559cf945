import { useState } from 'react'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { addPasted, askedTogether, kindsLeft, type Kind, type Pasted } from './paste-links.ts'
import { UnsureLink } from './unsure-link.tsx'
import { useDraft, useFault, useUnadded } from '../../use-editor.ts'
import { showService, useServiceActs } from './use-services.ts'

type Told = Pick<Pasted, 'added' | 'known' | 'unread'>
const nothing: Told = { added: [], known: [], unread: [] }

/** Addresses are pasted, one or many, and find their service by themselves. */
export function AddLinks({ kinds }: { kinds: readonly Kind[] }) {
  const t = useTranslate()
  const { read, write, change } = useServiceActs()
  const [typed, type] = useUnadded('services.unadded')
  const [waiting, wait] = useUnadded('services.unsure')
  const [told, tell] = useState(nothing)
  const [services] = useDraft('services')
  const unsure = waiting.split('\n').filter(Boolean)
  const left = kindsLeft(kinds, services, true)
  const fault = useFault('services.unadded')
  const nameOf = (id: number) => kinds.find(({ gradeServiceId }) => gradeServiceId === id)?.serviceName ?? ''

  function add(text: string) {
    if (text.trim() === '') return
    const pasted = addPasted(text, read(), kinds)
    if (pasted.added.length > 0) write(pasted.services)
    tell(pasted)
    wait([...new Set([...unsure, ...pasted.unsure])].join('\n'))
    // What could not be read stays to be mended.
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
      <FieldShell label={t('editor.links.paste')} hint={t('editor.links.pasteHint')} fault={fault} isWide>
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
      <div role="status" className="links-told">
        {told.added.length > 0 && (
          <p>
            <Icon name="check" />
            {t('editor.links.added', { names: told.added.map(nameOf).join(', ') })}
          </p>
        )}
        {told.unread.length > 0 && (
          <p>
            <Icon name="circle-alert" />
            {t('editor.links.unread', { count: told.unread.length })}
          </p>
        )}
        {told.known.map(({ id, link }) => (
          <p className="links-known" key={`${id} ${link}`}>
            <span>{t('editor.links.known', { name: nameOf(id) })}</span>
            <Button kind="ghost" onClick={() => showService(id)}>
              {t('editor.links.showIt')}
            </Button>
            {read().some((service) => service.gradeServiceId === id && service.directLink !== link) && (
              <Button
                kind="ghost"
                onClick={() => {
                  change(id, { directLink: link })
                  tell({ ...told, known: told.known.filter((other) => other.link !== link) })
                  showService(id)
                }}
              >
                {t('editor.links.useThis')}
              </Button>
            )}
          </p>
        ))}
      </div>
      {askedTogether(unsure, left.length > 0).map((links) => (
        <UnsureLink key={links[0]} links={links} left={left} settle={settle} />
      ))}
    </form>
  )
}
