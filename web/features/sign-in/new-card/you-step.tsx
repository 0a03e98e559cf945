import { useTranslate } from '../../../i18n/use-translate.ts'
import { RadioCards } from '../../../ui/field/radio-cards.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import type { You } from './typed-card.ts'

type Props = { card: You; issues: Record<string, string>; change(changed: Partial<You>): void }

/** Name and contact details; only the name is required. */
export function YouStep({ card, issues, change }: Props) {
  const t = useTranslate()
  const isTeam = card.profile === '2'
  const field = (name: Exclude<keyof You, 'profile'>) => ({
    name,
    value: card[name],
    error: issues[name],
    maxLength: 200,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <RadioCards
        label={t('signup.whose')}
        isLabelHidden
        name="profile"
        columns={2}
        value={card.profile}
        choices={[
          { value: '1', label: t('signup.single') },
          { value: '2', label: t('signup.team') },
        ]}
        onChange={(profile) => change({ profile: profile === '2' ? '2' : '1' })}
      />
      <TextField
        {...field('fullName')}
        label={t(isTeam ? 'signup.teamName' : 'signup.name')}
        autoComplete={isTeam ? 'organization' : 'name'}
        required
        dir="auto"
      />
      <TextField {...field('title')} label={t('signup.title')} hint={t('signup.titleHint')} autoComplete="organization-title" dir="auto" />
      <TextField {...field('companyName')} label={t('signup.company')} autoComplete="organization" dir="auto" />
      <TextField {...field('phoneNumber')} label={t('signup.phone')} type="tel" inputMode="tel" autoComplete="tel" />
      <TextField
        {...field('emailAddress')}
        label={t('signup.email')}
        hint={t('signup.emailHint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}
