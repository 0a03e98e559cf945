import { duplicateChoices } from '#contract/constants.ts'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useRefreshWhile } from '../../../platform/use-refresh-while.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { RadioCards } from '../../../ui/field/radio-cards.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Cluster, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { importHref, type OpenedImport } from './import-view.ts'

type Props = { alias: string; opened: OpenedImport; language: string; error: string | null; labelError: string | null }

/** The preview with what to do about duplicates, or the progress and the result with a way back. */
export function OpenedImportPanels({ alias, opened, language, error, labelError }: Props) {
  const t = useTranslate()
  const { state } = opened.import
  const isWorking = state === 'importing' || state === 'undoing'
  useRefreshWhile(isWorking, recheckMs)
  return (
    <>
      {error && (
        <Banner kind="bad" isLive>
          {error}
        </Banner>
      )}
      {state === 'ready' ? (
        <Preview opened={opened} language={language} labelError={labelError} />
      ) : (
        <Result opened={opened} language={language} isWorking={isWorking} />
      )}
      <Cluster>
        {isWorking && <ButtonLink href={importHref(alias, opened.import.id)}>{t('account.reload')}</ButtonLink>}
        <ButtonLink href={ownerHref(alias, 'myContacts')}>{t('page.myContacts')}</ButtonLink>
      </Cluster>
    </>
  )
}

function Preview({
  opened: { import: found, mayLabel, unknownColumns, rows, partIssues, issues },
  language,
  labelError,
}: Omit<Props, 'alias' | 'error'>) {
  const t = useTranslate()
  const { fresh, matched, repeated, unusable, cut } = found
  const facts = [
    { name: t('contacts.importFresh'), value: fresh },
    { name: t('contacts.importMatched'), value: matched },
    { name: t('contacts.importRepeated'), value: repeated },
    { name: t('contacts.importUnusable'), value: unusable },
    { name: t('contacts.importCut'), value: cut, note: t('contacts.importCutNote') },
  ]
  const choices = duplicateChoices.map((value) => ({
    value,
    label: t(`contacts.importDuplicates.${value}`),
    hint: t(`contacts.importDuplicates.${value}Hint`),
  }))
  return (
    <>
      <Panel>
        <Stack>
          <Facts
            facts={inLanguage(
              facts.filter(({ value }, at) => at === 0 || value > 0),
              language,
            )}
          />
          {unknownColumns.length > 0 && (
            <p className="ui-note" dir="auto">
              {t('contacts.importUnknownColumns', { columns: unknownColumns.join(', ') })}
            </p>
          )}
          {rows.length > 0 && (
            <form className="ui-stack" method="post">
              {matched + repeated > 0 && (
                <RadioCards label={t('contacts.importDuplicates')} name="duplicates" choices={choices} defaultValue="skip" required />
              )}
              {mayLabel && <TextField label={t('contacts.importLabel')} name="label" maxLength={60} error={labelError ?? undefined} />}
              <Cluster>
                <Button kind="primary" type="submit" name="intent" value="run">
                  {t('contacts.import')}
                </Button>
              </Cluster>
            </form>
          )}
        </Stack>
      </Panel>
      {rows.length > 0 && (
        <Stack isTight>
          <h2>{t('contacts.importFirst')}</h2>
          <List label={t('contacts.importFirst')} isWrapped>
            {rows.map(({ line, kind, fullName, companyName, phoneNumber, emailAddress }) => (
              <ListRow
                key={line}
                title={fullName}
                note={[companyName, phoneNumber, emailAddress].filter(Boolean).join(' · ')}
                end={<Badge kind={kind === 'new' ? 'ok' : 'warn'}>{t(`contacts.importKind.${kind}`)}</Badge>}
              />
            ))}
          </List>
        </Stack>
      )}
      {partIssues.length > 0 && (
        <Stack isTight>
          <h2>{t('contacts.importPartIssues')}</h2>
          <List label={t('contacts.importPartIssues')} isWrapped>
            {partIssues.map(({ line, fullName, issue }) => (
              <ListRow
                key={line}
                title={t('contacts.importLineOf', { line, name: fullName })}
                note={t(`contacts.importPartIssue.${issue}`)}
              />
            ))}
          </List>
        </Stack>
      )}
      {issues.length > 0 && (
        <Stack isTight>
          <h2>{t('contacts.importIssues')}</h2>
          <List label={t('contacts.importIssues')} isWrapped>
            {issues.map(({ line, issue }) => (
              <ListRow key={line} title={t('contacts.importLine', { line })} note={t(`contacts.importIssue.${issue}`)} />
            ))}
          </List>
        </Stack>
      )}
    </>
  )
}

type ResultProps = Pick<Props, 'opened' | 'language'> & { isWorking: boolean }

function Result({ opened: { import: found, undoDay }, language, isWorking }: ResultProps) {
  const t = useTranslate()
  const { state, added, merged, removed, restored, edited, undoUntil } = found
  const facts =
    state === 'undone'
      ? [
          { name: t('contacts.importRemoved'), value: removed },
          { name: t('contacts.importRestored'), value: restored },
          ...(edited > 0 ? [{ name: t('contacts.importEdited'), value: edited, note: t('contacts.importEditedNote') }] : []),
        ]
      : [
          { name: t('contacts.importAdded'), value: added },
          { name: t('contacts.importMerged'), value: merged },
        ]
  return (
    <Panel>
      <div className="ui-stack tight" role="status">
        {isWorking && <Progress label={t(`contacts.importState.${state}`)} />}
        <Facts facts={inLanguage(facts, language)} />
        {isWorking && <p className="ui-note">{t('contacts.importWorking')}</p>}
      </div>
      {undoUntil !== null && (
        <form className="ui-stack tight" method="post">
          <p className="ui-note">{t('contacts.importUndoHint', { date: undoDay })}</p>
          <Cluster>
            <Button type="submit" name="intent" value="undo">
              {t('contacts.importUndo')}
            </Button>
          </Cluster>
        </form>
      )}
    </Panel>
  )
}

type Count = { name: string; value: number; note?: string }
const inLanguage = (counts: readonly Count[], language: string) =>
  counts.map((one) => ({ ...one, value: one.value.toLocaleString(language) }))

const recheckMs = 1500
