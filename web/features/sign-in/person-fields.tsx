import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/field/text-field.tsx'

type Props = { typed: { name?: string; email: string }; issues: Record<string, string> }

export function NameField({ typed, issues }: Props) {
  const t = useTranslate()
  return (
    <TextField
      label={t('login.name')}
      name="name"
      autoComplete="name"
      defaultValue={typed.name}
      error={issues['name']}
      required
      maxLength={120}
    />
  )
}

/** `autoComplete` is the user name where a password is chosen or typed with it. */
export function EmailField({ typed, issues, autoComplete }: Props & { autoComplete: 'email' | 'username' | 'username webauthn' }) {
  const t = useTranslate()
  return (
    <TextField
      label={t('login.email')}
      name="email"
      type="email"
      autoComplete={autoComplete}
      defaultValue={typed.email}
      error={issues['email']}
      required
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
