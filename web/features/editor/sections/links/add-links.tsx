import { useRef, useState } from 'react'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../../ui/icons/later-icon.tsx'
import { FieldShell } from '../../fields/field-shell.tsx'
import { addPasted, askedTogether, kindsLeft, type Kind, type Pasted } from './paste-links.ts'
import { UnsureLink } from './unsure-link.tsx'
import { useDraft } from '../../use-editor.ts'
import { showService, useServiceActs } from './use-services.ts'

type Told = Pick<Pasted, 'added' | 'known' | 'unread'>
const nothing: Told = { added: [], known: [], unread: [] }

/** Addresses are pasted, one or many, and find their service by themselves. */
export function AddLinks({ kinds }: { kinds: readonly Kind[] }) {
  const say = useAccountSay()
  const { read, write, change } = useServiceActs()
  // Read when it is wanted: what was typed before the script came counts, too.
  const field = useRef<HTMLTextAreaElement>(null)
  const [told, tell] = useState(nothing)
  const [unsure, setUnsure] = useState<readonly string[]>([])
  const [services] = useDraft('services')
  const left = kindsLeft(kinds, services, true)
  const nameOf = (id: number) => kinds.find(({ gradeServiceId }) => gradeServiceId === id)?.serviceName ?? ''

  function add(text: string) {
    if (text.trim() === '') return
    const pasted = addPasted(text, read(), kinds)
    if (pasted.added.length > 0) write(pasted.services)
    tell(pasted)
    setUnsure((waiting) => [...waiting, ...pasted.unsure.filter((link) => !waiting.includes(link))])
    // What could not be read stays to be mended.
    if (field.current) field.current.value = pasted.unread.join('\n')
  }
  function settle(links: readonly string[]) {
    setUnsure((waiting) => waiting.filter((other) => !links.includes(other)))
  }

  return (
    <div
      className="links-add"
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (field.current?.value.trim() !== '' || text.trim() === '') return
        event.preventDefault()
        add(text)
      }}
    >
      <FieldShell label={say('editor.links.paste')} hint={say('editor.links.pasteHint')} isWide>
        {(marks) => <textarea {...marks} ref={field} rows={2} maxLength={20_000} dir="ltr" autoComplete="off" />}
      </FieldShell>
      <button type="button" className="btn door" onClick={() => add(field.current?.value ?? '')}>
        <Icon name="plus" />
        {say('editor.links.add')}
      </button>
      <div role="status" className="links-told">
        {told.added.length > 0 && (
          <p>
            <Icon name="check" />
            {say('editor.links.added', { names: told.added.map(nameOf).join(', ') })}
          </p>
        )}
        {told.unread.length > 0 && (
          <p>
            <Icon name="circle-alert" />
            {say('editor.links.unread', { count: told.unread.length })}
          </p>
        )}
        {told.known.map(({ id, link }) => (
          <p className="links-known" key={`${id} ${link}`}>
            <span>{say('editor.links.known', { name: nameOf(id) })}</span>
            <button type="button" className="btn ghost" onClick={() => showService(id)}>
              {say('editor.links.showIt')}
            </button>
            {read().some((service) => service.gradeServiceId === id && service.directLink !== link) && (
              <button
                type="button"
                className="btn ghost"
                onClick={() => {
                  change(id, { directLink: link })
                  tell({ ...told, known: told.known.filter((other) => other.link !== link) })
                  showService(id)
                }}
              >
                {say('editor.links.useThis')}
              </button>
            )}
          </p>
        ))}
      </div>
      {askedTogether(unsure, left.length > 0).map((links) => (
        <UnsureLink key={links[0]} links={links} left={left} settle={settle} />
      ))}
    </div>
  )
}
