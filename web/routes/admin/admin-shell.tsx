import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { adminHref, placeHref, places } from '../../features/admin/admin-places.ts'
import { Shell } from '../../features/shell/shell.tsx'
import type { ShellEntry, ShellNav } from '../../features/shell/shell-view.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { whoOf, type Who } from '../owner/load-who.ts'

type Props = { who: Who; openReports: number; isFailing: boolean; children: ReactNode }

/** The shell around the admin pages: its own list, and the way back to the owner's card. */
export function AdminShell({ who, openReports, isFailing, children }: Props) {
  const nav = useAdminNav({ openReports, isFailing })
  return (
    <Shell nav={nav} who={who.email ? whoOf(who, { alias: who.cards[0]?.alias ?? null }) : null} isDense>
      {children}
    </Shell>
  )
}

function useAdminNav({ openReports, isFailing }: Pick<Props, 'openReports' | 'isFailing'>): ShellNav {
  const t = useTranslate()
  const { pathname } = useLocation()
  const here = pathname.replace(/\/$/, '').slice(adminHref.length)
  const entryOf = ({ path, word, icon }: (typeof places)[number]): ShellEntry => ({
    href: placeHref(path),
    label: t(word),
    icon: <Icon name={icon} />,
    isHere: path === '' ? here === '' : here === path || here.startsWith(`${path}/`),
    ...(path === '/reports' && { count: { of: openReports, label: t('admin.openCount', { count: openReports }) } }),
    ...(path === '/jobs' && isFailing && { alert: t('admin.mark.failing') }),
  })
  const entriesIn = (group: (typeof places)[number]['group']) => places.filter((place) => place.group === group).map(entryOf)
  const docked: readonly string[] = ['', '/cards', '/reports', '/mail']
  return {
    homeHref: '/account',
    badge: <Badge>{t('admin.title')}</Badge>,
    groups: [
      {
        entries: [{ href: '/account', label: t('admin.toCard'), icon: 'arrow-left', isElsewhere: true }, ...entriesIn('first')],
      },
      { label: t('admin.group.operations'), entries: entriesIn('operations') },
      { label: t('admin.group.setup'), entries: entriesIn('setup') },
    ],
    dock: places.filter(({ path }) => docked.includes(path)).map(entryOf),
  }
}
