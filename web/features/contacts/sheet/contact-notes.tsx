import { useEffect, useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { readDraft, writeDraft } from '../../../platform/device/session-drafts.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button, SummaryButton } from '../../../ui/button/button.tsx'
import { TextArea } from '../../../ui/field/text-field.tsx'
import { Cluster } from '../../../ui/page/layout.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { ContactMoment } from '../list/contact-day.tsx'
import { readNotes } from './owner-notes.ts'
import { useMutation } from '../use-mutation.ts'

/** The owner's notes on a contact. An unsaved one stays in the box when the contact is closed and opened again. */
export function ContactNotes({ id, notes, save }: { id: string; notes: string; save(note: string): Promise<void> }) {
  const t = useTranslate()
  const { isBusy, run } = useMutation()
  const serverReach = useServerRequired()
  const more = useRef<HTMLDetailsElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = `note:${id}`
  useEffect(() => {
    const [field, details] = [box.current, more.current]
    // Text typed before hydration wins over an older draft.
    if (!field || !details || field.value) return
    field.value = readDraft(draft)
    details.open ||= field.value !== ''
  }, [draft])

  /** Empties the box and closes it: after saving, and on Cancel. */
  function leave() {
    writeDraft(draft, '')
    if (more.current) more.current.open = false
    more.current?.querySelector('summary')?.focus()
  }

  return (
    <section className="contact-notes" aria-labelledby="contact-notes">
      <h3 id="contact-notes">{t('contacts.notes')}</h3>
      <details ref={more}>
        <SummaryButton size="small" icon="plus" onClick={() => requestAnimationFrame(() => more.current?.open && box.current?.focus())}>
          {t('contacts.noteAdd')}
        </SummaryButton>
        <form
          method="post"
          onReset={leave}
          onSubmit={async (event) => {
            event.preventDefault()
            const form = event.currentTarget
            const note = box.current?.value.trim() ?? ''
            if (note === '') return box.current?.focus()
            if (!(await run(() => save(note)))) return
            // The contact may be closed by now, and then no reset event fires.
            writeDraft(draft, '')
            form.reset()
          }}
        >
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="id" value={id} />
          <TextArea
            ref={box}
            label={t('contacts.noteField')}
            isLabelHidden
            name="note"
            maxLength={4000}
            required
            readOnly={isBusy}
            onChange={({ currentTarget }) => writeDraft(draft, currentTarget.value)}
          />
          <Cluster>
            <OnlineOnly {...serverReach}>
              <Button type="submit" isBusy={isBusy}>
                {t('contacts.noteSave')}
              </Button>
            </OnlineOnly>
            <Button kind="ghost" onClick={({ currentTarget }) => currentTarget.form?.reset()}>
              {t('restricted.cancel')}
            </Button>
          </Cluster>
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
