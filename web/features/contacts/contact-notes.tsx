import { useRef } from 'react'
import { useLaterSay } from '../../i18n/use-later-say.ts'
import { useNeedsReach } from '../../platform/use-reach.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { WhenReached } from '../../ui/when-reached.tsx'
import { ContactMoment } from './contact-day.tsx'
import { readNotes } from './owner-notes.ts'
import { useDeed } from './use-deed.ts'

/** What the owner wants to remember. What was typed stays in the box until it is kept. */
export function ContactNotes({ id, notes, keep }: { id: string; notes: string; keep(note: string): Promise<void> }) {
  const say = useLaterSay()
  const { isBusy, run } = useDeed()
  const needs = useNeedsReach()
  const more = useRef<HTMLDetailsElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <section className="contact-notes" aria-labelledby="contact-notes">
      <h3 id="contact-notes">{say('contacts.notes')}</h3>
      <details ref={more} onToggle={({ currentTarget }) => currentTarget.open && box.current?.focus()}>
        <summary className="btn ghost">
          <Icon name="plus" />
          {say('contacts.noteAdd')}
        </summary>
        <form
          method="post"
          onSubmit={async (event) => {
            event.preventDefault()
            const form = event.currentTarget
            const note = box.current?.value.trim() ?? ''
            if (note === '') return box.current?.focus()
            if (!(await run(() => keep(note)))) return
            form.reset()
            if (more.current) more.current.open = false
            more.current?.querySelector('summary')?.focus()
          }}
        >
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="id" value={id} />
          <textarea ref={box} name="note" maxLength={4000} required dir="auto" aria-label={say('contacts.noteField')} />
          <WhenReached {...needs}>
            <button className="btn outline" type="submit" aria-busy={isBusy} disabled={isBusy}>
              {say('contacts.noteSave')}
            </button>
          </WhenReached>
        </form>
      </details>
      <ul>
        {readNotes(notes).map(({ Created, Note }, at) => (
          <li key={`${Created}-${at}`}>
            <p dir="auto">{Note}</p>
            <ContactMoment iso={Created} as="written" />
          </li>
        ))}
      </ul>
    </section>
  )
}
