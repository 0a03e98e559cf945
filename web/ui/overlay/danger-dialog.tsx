import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { SelectField } from '../field/select-field.tsx'
import { TextArea, TextField } from '../field/text-field.tsx'
import { Banner } from '../page/banner.tsx'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-names.ts'
import { useHydrated } from '../use-hydrated.ts'
import { Dialog, type DialogProps } from './dialog.tsx'

type Words = { label: string; hint?: string | undefined; error?: string | undefined; optional?: string; defaultValue?: string | undefined }
type Props = Omit<DialogProps, 'actions' | 'children' | 'isDanger' | 'closeLabel'> & {
  /** The effects of the action, and whom they concern. */
  happens?: readonly { icon: IconName; text: ReactNode }[]
  /** The error of the whole form. */
  problem?: string | undefined
  /** Fields before the reason. */
  fields?: ReactNode
  /** Not destructive: the button is not red, and the first field gets the focus. */
  isHarmless?: boolean
  /** The form's fields: `reason`, chosen from a list or typed; `message`; `word`. */
  reason?: (Words & { choices?: readonly { value: string; label: string }[] }) | undefined
  message?: (Words & { maxLength: number }) | undefined
  /** Must be typed to confirm what cannot be undone. Without a script, the server checks it. */
  word?: { expected: string; words: Words }
  cancel: string
  confirm: { label: string; busyLabel: string; isBusy?: boolean; name?: string; value?: string }
  form?: Omit<ComponentProps<'form'>, 'children'>
}

/**
 * Describes the effects before it requires a reason. The only place with a solid red button. A missing reason is the server's to report, at
 * the field and in the page's language: the browser's own bubble hides what is below.
 */
export function DangerDialog({
  happens,
  problem,
  fields,
  isHarmless = false,
  reason,
  message,
  word,
  cancel,
  confirm,
  form,
  ...dialog
}: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { label, isBusy = false, ...button } = confirm
  const { expected, words } = word ?? {}
  const isHydrated = useHydrated()
  const isBlocked = isHydrated && expected !== undefined && typed.trim().toLowerCase() !== expected.toLowerCase()
  return (
    <Dialog {...dialog} isDanger={!isHarmless}>
      {happens && (
        <ul className="ui-happens">
          {happens.map(({ icon, text }, index) => (
            <li key={index}>
              <Icon name={icon} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {/* Closes the dialog without a script. A separate form, so that Enter in a field doesn't close it. */}
      <form id={`${id}back`} method="dialog" />
      <form method="post" {...form}>
        {problem && <Banner kind="bad" title={problem} isLive />}
        {fields}
        {reason && <Reason {...reason} />}
        {message && <TextArea {...message} name="message" />}
        {words && (
          <TextField
            {...words}
            name="word"
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <footer>
          <Button type="submit" form={`${id}back`}>
            {cancel}
          </Button>
          <Button kind={isHarmless ? 'primary' : 'danger'} type="submit" disabled={isBlocked} isBusy={isBusy} {...button}>
            {label}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const Reason = ({ choices, ...words }: NonNullable<Props['reason']>) =>
  choices ? (
    <SelectField {...words} name="reason" aria-required={!words.optional}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  ) : (
    <TextField {...words} name="reason" maxLength={300} aria-required={!words.optional} />
  )
