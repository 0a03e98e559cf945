import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { PhoneKind, SignatureChoices, SignatureData } from './signature-data.ts'
import { CheckBox } from '../../ui/field/check-box.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

type Props = { data: SignatureData; choices: SignatureChoices; choose(change: Partial<SignatureChoices>): void }

/** What the signature includes. Data that the card lacks is not offered. */
export function SignatureIncludes({ data, choices, choose }: Props) {
  const t = useTranslate()
  const isQuiet = choices.layout === 'quiet'
  return (
    <fieldset className="ui-field-group signature-includes" disabled={!useHydrated()}>
      <legend>{t('signature.include')}</legend>
      <Include
        name={t('signature.portrait')}
        more={t(isQuiet ? 'signature.portraitQuiet' : 'signature.portraitMore')}
        isOn={choices.portrait && !isQuiet}
        isLocked={isQuiet}
        choose={(portrait) => choose({ portrait })}
      />
      <Include
        name={t('signature.phones')}
        more={t(data.phones.length > 0 ? 'signature.phonesMore' : 'signature.phonesNone')}
        isOn={choices.phones && data.phones.length > 0}
        isLocked={data.phones.length === 0}
        choose={(phones) => choose({ phones })}
      >
        {choices.phones && data.phones.length > 1 && <WhichPhones data={data} choices={choices} choose={choose} />}
      </Include>
      <Include name={t('signature.button')} isOn={choices.button} choose={(button) => choose({ button })} />
      {data.qr && <Include name={t('signature.qr')} isOn={choices.qr} choose={(qr) => choose({ qr })} />}
      {data.links.length > 0 && (
        <Include name={t('signature.links')} more={t('signature.linksMore')} isOn={choices.links} choose={(links) => choose({ links })} />
      )}
    </fieldset>
  )
}

type IncludeProps = {
  name: string
  more?: string
  isOn: boolean
  isLocked?: boolean
  choose(isOn: boolean): void
  children?: ReactNode
}

function Include({ name, more, isOn, isLocked = false, choose, children }: IncludeProps) {
  return (
    <div className="signature-include">
      <Switch label={name} hint={more} checked={isOn} disabled={isLocked} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
      {children}
    </div>
  )
}

function WhichPhones({ data, choices: { withoutPhones }, choose }: Props) {
  const t = useTranslate()
  const set = (kind: PhoneKind, isIn: boolean) =>
    choose({ withoutPhones: isIn ? withoutPhones.filter((one) => one !== kind) : [...withoutPhones, kind] })
  return (
    <div role="group" aria-label={t('signature.which')}>
      {data.phones.map(({ kind, text, label }) => (
        <CheckBox
          key={kind}
          label={`${text} ${label}`}
          checked={!withoutPhones.includes(kind)}
          onChange={({ currentTarget }) => set(kind, currentTarget.checked)}
        />
      ))}
    </div>
  )
}
