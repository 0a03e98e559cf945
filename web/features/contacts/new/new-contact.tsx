import { useEffect, useRef, useState, type FormEvent, type HTMLInputTypeAttribute } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { Button, SummaryButton } from '../../../ui/button/button.tsx'
import { CheckChips } from '../../../ui/field/check-chips.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { TextArea, TextField } from '../../../ui/field/text-field.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { Fields, Stack } from '../../../ui/page/layout.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import type { UserError } from '../contacts-view.ts'
import { hasHiddenTags, labelListId, visibleTags } from '../sheet/tags.ts'

type Props = {
  labels: readonly string[]
  submissionId: string
  /** The error of a form posted without script. */
  rejected: UserError | null
  /** Data shared by another app: opens the sheet. */
  shared: Record<string, string> | null
  /** The error, or null if it was saved. */
  send(form: FormData): Promise<Omit<UserError, 'typed'> | null>
}

type Field = { name: string; label: MessageKey; type?: HTMLInputTypeAttribute; required?: boolean }
const first: readonly Field[] = [
  { name: 'name', label: 'contacts.firstName', required: true },
  { name: 'lastName', label: 'contacts.lastName' },
  { name: 'phoneNumber', label: 'contacts.phone', type: 'tel' },
  { name: 'emailAddress', label: 'home.email', type: 'email' },
]
const further: typeof first = [
  { name: 'companyName', label: 'contacts.company' },
  { name: 'title', label: 'contacts.jobTitle' },
  { name: 'address', label: 'contacts.street' },
  { name: 'city', label: 'contacts.city' },
  { name: 'state', label: 'contacts.state' },
  { name: 'zip', label: 'contacts.zip' },
]

/** Adds a contact by hand. The sheet opens and the form posts without script. */
export function NewContact({ labels, submissionId, rejected, shared, send }: Props) {
  const t = useTranslate()
  const sheet = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<Omit<UserError, 'typed'> | null>(rejected)
  const [isBusy, setIsBusy] = useState(false)
  const serverReach = useServerRequired()
  const initialValue = (name: string) => rejected?.typed[name] ?? shared?.[name] ?? ''
  useEffect(() => {
    if (shared) sheet.current?.showPopover()
  }, [shared])
  const common = (name: string) => ({ name, error: failure?.issues[name], defaultValue: initialValue(name) })
  const field = ({ label, name, ...rest }: Field) => (
    <TextField key={name} {...common(name)} {...rest} label={t(label)} maxLength={200} autoComplete="off" />
  )

  /** The message stays until the last wrong field was changed. */
  function mend({ target }: FormEvent) {
    const name = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.name : ''
    if (!failure?.issues[name]) return
    const { [name]: _changed, ...issues } = failure.issues
    setFailure(Object.keys(issues).length > 0 ? { ...failure, issues } : null)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    setIsBusy(true)
    const wrong = await send(new FormData(form))
    setIsBusy(false)
    setFailure(wrong)
    if (!wrong) {
      form.reset()
      return sheet.current?.hidePopover()
    }
    const [at] = Object.keys(wrong.issues)
    if (at) form.querySelector<HTMLElement>(`[name="${CSS.escape(at)}"]`)?.focus()
  }

  return (
    <Sheet
      ref={sheet}
      id="new-contact"
      title={t('contacts.add')}
      closeLabel={t('close')}
      onToggle={({ newState }) => newState === 'open' && sheet.current?.querySelector<HTMLElement>('[name="name"]')?.focus()}
    >
      <form method="post" noValidate onInput={mend} onSubmit={submit}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="submissionId" value={submissionId} />
        <Stack isTight>
          <FormError>{failure?.message}</FormError>
          <Fields>{first.map(field)}</Fields>
          <details open={shared !== null && [...further.map(({ name }) => name), 'notes'].some((name) => shared[name])}>
            <SummaryButton icon="plus">{t('contacts.moreFields')}</SummaryButton>
            <Stack isTight>
              <Fields>{further.map(field)}</Fields>
              <TextArea {...common('notes')} label={t('contacts.notesField')} maxLength={4000} />
            </Stack>
          </details>
          {labels.length > 0 && (
            <>
              <CheckChips label={t('contacts.labels')} name="tag" choices={visibleTags(labels, []).map((value) => ({ value }))} />
              {hasHiddenTags(labels) && (
                <TextField label={t('contacts.labelOther')} name="newTag" list={labelListId} maxLength={60} autoComplete="off" />
              )}
            </>
          )}
          <OnlineOnly {...serverReach}>
            <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
              {t('contacts.save')}
            </Button>
          </OnlineOnly>
        </Stack>
      </form>
    </Sheet>
  )
}
