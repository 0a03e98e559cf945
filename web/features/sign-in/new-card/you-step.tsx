import { useTranslate } from '../../../i18n/use-translate.ts'
import type { TypedCard } from './typed-card.ts'
import { WizardField } from './wizard-field.tsx'

type Props = { card: TypedCard; faults: Record<string, string>; change(changed: Partial<TypedCard>): void }

/** Who stands on the card. Only the name must be there. */
export function YouStep({ card, faults, change }: Props) {
  const t = useTranslate()
  const isTeam = card.profile === '2'
  const field = (name: Exclude<keyof TypedCard, 'profile'>) => ({
    name,
    value: card[name],
    fault: faults[name],
    maxLength: 200,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <fieldset className="wizard-kind">
        <legend className="sr-only">{t('signup.whose')}</legend>
        {(['1', '2'] as const).map((profile) => (
          <label key={profile}>
            <input type="radio" name="profile" value={profile} checked={card.profile === profile} onChange={() => change({ profile })} />
            {t(profile === '1' ? 'signup.single' : 'signup.team')}
          </label>
        ))}
      </fieldset>
      <WizardField
        {...field('fullName')}
        label={t(isTeam ? 'signup.teamName' : 'signup.name')}
        autoComplete={isTeam ? 'organization' : 'name'}
        required
        dir="auto"
      />
      <WizardField
        {...field('title')}
        label={t('signup.title')}
        hint={t('signup.titleHint')}
        autoComplete="organization-title"
        dir="auto"
      />
      <WizardField {...field('companyName')} label={t('signup.company')} autoComplete="organization" dir="auto" />
      <WizardField {...field('phoneNumber')} label={t('signup.phone')} type="tel" inputMode="tel" autoComplete="tel" />
      <WizardField
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
