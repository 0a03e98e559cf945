import { useRef, useState, type FormEvent } from 'react'
import { contactFieldNames } from '#contract/contact-choices.ts'
import type { ConnectedClient } from '#contract/contacts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button, SummaryButton } from '../../../ui/button/button.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { Cluster } from '../../../ui/page/layout.tsx'
import { ContactFields, hasMoreFields, withoutIssue } from '../contact-fields.tsx'
import type { UserError } from '../contacts-view.ts'
import { differingFields } from '../new/new-contact-input.ts'

type Props = {
  contact: ConnectedClient
  /** The error of a form posted without script. */
  rejected: UserError | null
  /** The error, or null if it was saved. */
  save(form: FormData): Promise<UserError | null>
}

/** Edits a contact, in a form that also posts without script. After a conflict it shows what was saved meanwhile below each field. */
export function ContactEdit({ contact, rejected, save }: Props) {
  const t = useTranslate()
  const [failure, setFailure] = useState(rejected)
  const [isBusy, setIsBusy] = useState(false)
  const [round, setRound] = useState(0)
  const serverReach = useServerRequired()
  const more = useRef<HTMLDetailsElement>(null)
  const typed = failure?.typed ?? {}
  const values = Object.fromEntries(contactFieldNames.map((name) => [name, contact[name]]))
  const differing = failure?.isConflict ? differingFields(typed, contact) : []
  const hints = Object.fromEntries(differing.map((name) => [name, t('contacts.editSaved', { value: contact[name] || '–' })]))

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    setIsBusy(true)
    const wrong = await save(new FormData(form))
    setIsBusy(false)
    setFailure(wrong)
    if (wrong) {
      const [at] = Object.keys(wrong.issues)
      if (at) form.querySelector<HTMLElement>(`[name="${CSS.escape(at)}"]`)?.focus()
      return
    }
    leave()
  }

  function leave() {
    setFailure(null)
    // Fields without script keep their text: another round begins with the contact's.
    setRound((before) => before + 1)
    if (more.current) more.current.open = false
    more.current?.querySelector('summary')?.focus()
  }

  return (
    <details ref={more} className="contact-edit" open={rejected !== null}>
      <SummaryButton kind="line" size="small" icon="pen-line">
        {t('contacts.edit')}
      </SummaryButton>
      <form
        key={round}
        method="post"
        noValidate
        onInput={(event) => setFailure((now) => withoutIssue(now, event))}
        onSubmit={submit}
        onReset={leave}
      >
        <input type="hidden" name="intent" value="edit" />
        <input type="hidden" name="id" value={contact.id} />
        <input type="hidden" name="revision" value={contact.revision} />
        <FormError>{failure?.message}</FormError>
        <ContactFields
          values={rejected?.typed ?? values}
          issues={failure?.issues ?? {}}
          hints={hints}
          isMoreOpen={hasMoreFields({ ...values, ...typed })}
        />
        <Cluster>
          <OnlineOnly {...serverReach}>
            <Button kind="primary" type="submit" isBusy={isBusy}>
              {t('contacts.save')}
            </Button>
          </OnlineOnly>
          <Button kind="ghost" onClick={({ currentTarget }) => currentTarget.form?.reset()}>
            {t('restricted.cancel')}
          </Button>
        </Cluster>
      </form>
    </details>
  )
}
