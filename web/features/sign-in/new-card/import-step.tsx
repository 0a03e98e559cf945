import { useEffect, useState, type ReactNode } from 'react'
import type { CardImport, ImportedCard, ImportedField } from '#contract/cards/card-imports.ts'
import { serviceHosts } from '#contract/cards/service-hosts.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CheckBox } from '../../../ui/field/check-box.tsx'
import { FileField } from '../../../ui/field/file-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { HiddenCard } from './hidden-card.tsx'
import styles from './import.css?page-style'
import type { LinkRow } from './read-links.ts'
import { beginHref, importCardHref, typedNames, type TypedCard } from './typed-card.ts'

type LeftOut = { what: string; reason: ImportedCard['leftOut'][number]['reason'] | 'place' }
export type FoundCard = Pick<ImportedCard, 'fields' | 'photo'> & { rows: LinkRow[]; leftOut: LeftOut[] }
export type ImportIssue = { field: 'file' | 'address' | ''; message: string }

const Typed = ({ typed }: { typed: TypedCard }) => <HiddenCard card={typed} names={[...typedNames, 'profile']} />

/** Continues without an import, with what was typed. */
function WithoutImport({ typed }: { typed: TypedCard }) {
  const t = useTranslate()
  return (
    <form method="post" action={beginHref(typed.submissionId)}>
      <Typed typed={typed} />
      <Button kind="ghost" size="large" icon="arrow-left" type="submit" name="back" value="yes">
        {t('signup.importWithout')}
      </Button>
    </form>
  )
}

type ChooseProps = { typed: TypedCard; address: string; issue: ImportIssue | null }

/** Chooses a file, or a page by its address. */
export function ImportStep({ typed, address, issue }: ChooseProps) {
  const t = useTranslate()
  const [busy, setBusy] = useState<'file' | 'address' | null>(null)
  const [file, setFile] = useState('')
  // A page from the back/forward cache was left while it was busy.
  useEffect(() => {
    const reset = () => setBusy(null)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])
  const errorOf = (field: ImportIssue['field']) => (issue?.field === field ? issue.message : undefined)
  return (
    <>
      <PageStyle name="import" styles={styles} />
      {issue?.field === '' && (
        <Banner kind="bad" isLive>
          {issue.message}
        </Banner>
      )}
      <form className="wizard-form" method="post" action={importCardHref} encType="multipart/form-data" onSubmit={() => setBusy('file')}>
        <Typed typed={typed} />
        <FileField
          label={t('signup.importFile')}
          dropLabel={t('signup.importDrop')}
          hint={t('signup.importFileHint')}
          error={errorOf('file')}
          name="file"
          accept=".vcf,.csv,.tsv,.txt,.json,.html,.htm,text/vcard,text/csv,text/html,application/json"
          {...(file && { chosen: { name: file } })}
          onChange={({ target }) => setFile(target.files?.[0]?.name ?? '')}
        />
        <div className="wizard-acts">
          <Button size="large" type="submit" name="intent" value="file" isBusy={busy === 'file'} busyLabel={t('signup.importReading')}>
            {t('signup.importRead')}
          </Button>
        </div>
      </form>
      <form className="wizard-form import-page" method="post" action={importCardHref} noValidate onSubmit={() => setBusy('address')}>
        <Typed typed={typed} />
        <TextField
          label={t('signup.importPage')}
          hint={t('signup.importPageHint')}
          error={errorOf('address')}
          name="address"
          defaultValue={address}
          type="url"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          maxLength={2000}
        />
        <div className="wizard-acts">
          <Button size="large" type="submit" name="intent" value="page" isBusy={busy === 'address'} busyLabel={t('signup.importReading')}>
            {t('signup.importReadPage')}
          </Button>
        </div>
      </form>
      <WithoutImport typed={typed} />
    </>
  )
}

/** A file with several people: asks which of them the card is for. */
export function PeopleStep({ typed, people, hasMore }: { typed: TypedCard } & Pick<CardImport, 'people' | 'hasMore'>) {
  const t = useTranslate()
  return (
    <>
      <PageStyle name="import" styles={styles} />
      <form className="wizard-form" method="post" action={importCardHref}>
        <Typed typed={typed} />
        <input type="hidden" name="intent" value="person" />
        {hasMore && <Banner kind="info">{t('signup.importPeopleMore', { count: people.length })}</Banner>}
        <List label={t('signup.importPeople')}>
          {people.map(({ name, note, source }, at) => (
            <ListRow
              key={at}
              title={name}
              note={note}
              end={
                <Button size="small" type="submit" name="source" value={source} aria-label={t('signup.importPerson', { name })}>
                  {t('signup.importChoose')}
                </Button>
              }
            />
          ))}
        </List>
      </form>
      <WithoutImport typed={typed} />
    </>
  )
}

const fieldLabels = [
  ['fullName', 'signup.name'],
  ['title', 'signup.title'],
  ['companyName', 'signup.company'],
  ['phoneNumber', 'signup.phone'],
  ['emailAddress', 'signup.email'],
  ['bio', 'signup.importBioLabel'],
] as const satisfies readonly (readonly [ImportedField, MessageKey])[]
export const addressFields = ['companyAddress', 'companyCity', 'companyState', 'companyZip', 'companyCountry'] as const

const reasons = {
  unknown: 'signup.importNoPlace',
  further: 'signup.importFurther',
  formula: 'signup.importFormula',
  invalid: 'signup.importInvalid',
  'too-many': 'signup.importTooMany',
  photo: 'signup.importNoPhoto',
  place: 'signup.importNoService',
} as const satisfies Record<LeftOut['reason'], MessageKey>

/** Everything that was found, each with a check box; nothing is saved yet. */
export function PreviewStep({ typed, found, mark }: { typed: TypedCard; found: FoundCard; mark(name: string): ReactNode }) {
  const t = useTranslate()
  const { fields, rows, photo, leftOut } = found
  const address = addressFields.flatMap((name) => fields[name] ?? []).join(', ')
  const entry = (value: string, label: string, words: string, lead?: ReactNode) => (
    <li key={value}>
      <CheckBox
        name="take"
        value={value}
        defaultChecked
        label={
          <span className="import-entry across">
            {lead}
            <span>
              <small>{label}</small> <span dir="auto">{words}</span>
            </span>
          </span>
        }
      />
    </li>
  )
  return (
    <>
      <PageStyle name="import" styles={styles} />
      <form className="wizard-form" method="post" action={beginHref(typed.submissionId)}>
        <Typed typed={typed} />
        <input type="hidden" name="found" value={JSON.stringify({ fields, rows, photo })} />
        <fieldset className="import-found">
          <legend className="sr-only">{t('signup.importFound')}</legend>
          <ul className="ui-divided">
            {photo &&
              entry(
                'photo',
                t('signup.photo'),
                '',
                <img src={`data:image/webp;base64,${photo}`} width="72" height="72" alt={t('signup.importPhotoAlt')} />,
              )}
            {fieldLabels.map(([name, label]) => fields[name] && entry(name, t(label), fields[name]))}
            {address && entry('address', t('signup.importAddressLabel'), address)}
            {rows.map(({ link, service }) => {
              const name = serviceHosts[service]?.name ?? t('signup.importWebsite')
              return entry(
                link,
                name,
                link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''),
                <span className="import-mark center">{mark(serviceHosts[service]?.name ?? 'Website')}</span>,
              )
            })}
          </ul>
        </fieldset>
        <p className="ui-field-note">{t('signup.importDraft')}</p>
        <div className="wizard-acts">
          <Button kind="primary" size="large" type="submit" name="intent" value="import">
            {t('signup.importUse')}
          </Button>
        </div>
      </form>
      {leftOut.length > 0 && (
        <section className="import-left">
          <h2>{t('signup.importLeftOut')}</h2>
          <ul>
            {leftOut.map(({ what, reason }, at) => (
              <li key={at} dir="auto">
                {t(reasons[reason], { what: reason === 'too-many' ? Number(what) : what })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <WithoutImport typed={typed} />
    </>
  )
}
