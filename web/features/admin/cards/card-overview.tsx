import { cardHref } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { ButtonLink } from '../../../ui/button/button.tsx'
import { ArrowLink, TextLink } from '../../../ui/button/text-link.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { ActionRow, Columns, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Figures } from '../../../ui/status/figures.tsx'
import { shortCount } from '../../../ui/short-count.ts'
import { Status } from '../../../ui/status/status.tsx'
import { useAddressDialog } from '../address-dialog.tsx'
import { placeHref } from '../admin-places.ts'
import type { CardView } from '../admin-view.ts'
import { Moment } from '../moment.tsx'

/** Facts about a card, then the dangerous actions. */
export function CardOverview({ card }: { card: CardView }) {
  const t = useTranslate()
  const { hrefOf } = useAddressDialog()
  const { alias, owners, isDisabled } = card
  const { newContacts: count } = card
  const newNote = count > 0 ? t('admin.newContacts', { count, counted: shortCount(count) }) : ''
  const dangers = [
    ['away', t('admin.takeAway'), t('admin.takeAwayNote'), t('admin.choose')],
    ...(isDisabled ? [] : [['down', t('admin.takeDown'), t('admin.takeDownNote'), t('admin.takeDownShort')]]),
    ['remove', t('admin.remove'), t('admin.removeNote'), t('admin.removeShort')],
  ] as const
  return (
    <Columns>
      <Stack>
        <Figures
          label={t('admin.figures')}
          figures={[
            { label: t('admin.contacts'), value: card.contactsText, note: newNote },
            { label: t('admin.views30'), value: card.viewsText },
            {
              label: t('admin.reviews'),
              value: card.reviewCount,
              note: card.reviewStars && t('admin.starsAverage', { stars: card.reviewStars }),
            },
            { label: t('admin.pictures'), value: card.pictureCount, note: card.pictureBytes },
          ]}
        />
        <Panel>
          <Facts
            facts={[
              { name: t('admin.newCard.name'), value: <bdi>{card.fullName}</bdi> },
              {
                name: t('admin.owners'),
                value: owners.length > 0 ? <OwnerLines owners={owners} /> : t('admin.ownerNone'),
                note: owners.length > 0 && t('admin.loginByLine'),
              },
              { name: t('admin.changed'), value: <Moment {...card.changed} /> },
              { name: t('admin.created'), value: card.createdAt },
              {
                name: t('admin.name'),
                value: <bdi dir="ltr">/{alias}</bdi>,
                note:
                  card.earlierAliases.length > 0 &&
                  t('admin.nameBefore', { names: card.earlierAliases.map((name) => `/${name}`).join(', ') }),
              },
              { name: t('editor.layout'), value: <bdi>{card.layout}</bdi> },
              ...(card.versions.length > 0 ? [{ name: t('editor.versions'), value: <VersionLinks card={card} /> }] : []),
              ...(card.connections.length > 0
                ? [{ name: t('admin.connections.title'), value: <bdi>{card.connections.join(', ')}</bdi> }]
                : []),
            ]}
          />
        </Panel>
        <Panel title={t('admin.danger')} action={<p>{t('admin.dangerLead')}</p>}>
          {dangers.map(([dialog, title, note, label]) => (
            <ActionRow key={dialog} title={title} note={note}>
              <ButtonLink kind="danger-line" size="small" href={hrefOf(dialog)} aria-label={`${label}… ${title}`}>
                {label}…
              </ButtonLink>
            </ActionRow>
          ))}
        </Panel>
      </Stack>
      <Stack>
        <Preview card={card} />
        <Reports card={card} />
      </Stack>
    </Columns>
  )
}

function OwnerLines({ owners }: Pick<CardView, 'owners'>) {
  const t = useTranslate()
  return owners.map(({ email, lastLogin }) => (
    <div key={email}>
      <bdi dir="ltr">{email}</bdi>
      <small>{lastLogin ? <LastLogin {...lastLogin} /> : t('admin.loggedOut')}</small>
    </div>
  ))
}

function LastLogin({ device, method, ...at }: NonNullable<CardView['owners'][number]['lastLogin']>) {
  const t = useTranslate()
  return (
    <>
      <Moment {...at} text={t('admin.lastLogin', { when: at.text })} />
      {` · ${[t('admin.loginMethod', { method }), device].filter(Boolean).join(' · ')}`}
    </>
  )
}

/** Each version, as visitors open it. */
const VersionLinks = ({ card: { alias, versions } }: { card: CardView }) => (
  <span className="ui-cluster">
    {versions.map((version) => (
      <TextLink key={version} isDocument href={cardHref({ alias, version }, 'home')}>
        <bdi>{version}</bdi>
      </TextLink>
    ))}
  </span>
)

/** The link preview of the card, as chats show it. */
function Preview({ card: { alias, fullName, preview } }: { card: CardView }) {
  const t = useTranslate()
  return (
    preview && (
      <a className="ui-panel ui-preview" href={`/${alias}`}>
        <img src={preview} width="1200" height="630" alt={t('admin.preview', { name: fullName || alias })} />
      </a>
    )
  )
}

function Reports({ card: { reports, openReports } }: { card: CardView }) {
  const t = useTranslate()
  const isNone = reports.length === 0
  return (
    <Panel
      title={t('admin.reports')}
      action={<Status kind={isNone ? 'ok' : 'warn'}>{isNone ? t('admin.none') : t('admin.openCount', { count: openReports })}</Status>}
    >
      {isNone && <p className="ui-note">{t('admin.reportsNoneOfCard')}</p>}
      {reports.map(({ id, at, kind, words }) => (
        <ActionRow
          key={id}
          title={t(`report.kind.${kind}`)}
          note={
            <span dir="auto">
              {words && `${words} · `}
              <Moment {...at} />
            </span>
          }
        >
          {null}
        </ActionRow>
      ))}
      {!isNone && <ArrowLink href={placeHref('/reports')}>{t('admin.reportsSee')}</ArrowLink>}
    </Panel>
  )
}
