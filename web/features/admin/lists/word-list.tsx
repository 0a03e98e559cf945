import type { ReservedAlias } from '#contract/admin/admin.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Cluster, Fields } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { AdminMain, ListSearch, NextLink } from '../admin-main.tsx'
import { placeHref } from '../admin-places.ts'
import type { Paged } from '../admin-view.ts'
import { useOutcome } from '../use-outcome.ts'

type Entry = { word: string; label: string; reason: string | null; release: string }
type Props = Paged<{
  path: string
  /** The name of the form field. */
  field: string
  q: string
  words: { title: string; lead: string; search: string; label: string; hint?: string; add: string; release: string; none: string }
  limits: { minLength?: number; maxLength: number; reasonLength: number }
  entries: readonly Entry[]
}>

export type HostsView = Paged<{ q: string; hosts: { host: string; reason: string }[] }>
export type NamesView = Paged<{ q: string; names: ReservedAlias[] }>

/** Hosts that no card may link to. */
export function HostsPage({ hosts, ...rest }: HostsView) {
  const t = useTranslate()
  return (
    <WordList
      {...rest}
      path={placeHref('/blocked-hosts')}
      field="host"
      words={{
        title: t('admin.hosts'),
        lead: t('admin.hostsLead'),
        label: t('admin.host'),
        add: t('admin.hostAdd'),
        release: t('admin.hostRelease'),
        none: t('admin.hostsNone'),
        search: t('admin.hostsSearch'),
      }}
      limits={{ minLength: 3, maxLength: 300, reasonLength: 300 }}
      entries={hosts.map(({ host, reason }) => ({ word: host, label: host, reason, release: t('admin.hostRemove', { host }) }))}
    />
  )
}

/** Addresses that no card can have. */
export function NamesPage({ names, ...rest }: NamesView) {
  const t = useTranslate()
  return (
    <WordList
      {...rest}
      path={placeHref('/reserved-addresses')}
      field="name"
      words={{
        title: t('admin.names'),
        lead: t('admin.namesLead'),
        label: t('admin.name'),
        hint: t('admin.nameHint'),
        add: t('admin.nameAdd'),
        release: t('admin.release'),
        none: t('admin.namesNone'),
        search: t('admin.namesSearch'),
      }}
      limits={{ maxLength: 60, reasonLength: 200 }}
      entries={names.map(({ name, reason }) => ({ word: name, label: `/${name}`, reason, release: t('admin.nameRemove', { name }) }))}
    />
  )
}

/** A list of blocked words with reasons: a form adds one, a button on each row releases it. */
function WordList({ path, field, q, words, limits, entries, next, isFurther }: Props) {
  const t = useTranslate()
  const { error } = useOutcome()
  const { reasonLength, ...length } = limits
  return (
    <AdminMain title={words.title} lead={words.lead}>
      <Panel>
        <form className="ui-stack" method="post">
          <Fields>
            <TextField
              {...length}
              label={words.label}
              hint={words.hint}
              error={error?.errors[field] ?? error?.errors['alias']}
              name={field}
              defaultValue={error?.typed[field]}
              required
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
            <TextField
              label={t('admin.note')}
              hint={t('admin.reasonHint')}
              name="reason"
              defaultValue={error?.typed['reason']}
              maxLength={reasonLength}
            />
          </Fields>
          <Cluster>
            <Button kind="primary" type="submit" name="intent" value="add">
              {words.add}
            </Button>
          </Cluster>
        </form>
      </Panel>
      {(entries.length > 0 || q || isFurther) && (
        <ListSearch action={path} label={words.search} q={q} clearHref={path} found={entries.length} />
      )}
      {entries.length === 0 && q ? (
        <EmptyState title={t('admin.wordsNoMatch', { q })} action={<ButtonLink href={path}>{t('admin.clear')}</ButtonLink>} />
      ) : entries.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <List label={words.title} isWrapped>
          {entries.map(({ word, label, reason, release }) => (
            <ListRow
              key={word}
              title={<bdi dir="ltr">{label}</bdi>}
              note={reason}
              end={
                <form method="post">
                  <input type="hidden" name={field} value={word} />
                  <Button kind="ghost" size="small" type="submit" name="intent" value="remove" aria-label={release}>
                    {words.release}
                  </Button>
                </form>
              }
            />
          ))}
        </List>
      )}
      <NextLink path={path} query={{ q }} next={next} isFurther={isFurther} />
    </AdminMain>
  )
}
