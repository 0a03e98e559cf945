import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { adminHref, placeHref, placesOf, type places } from '../../features/admin/admin-places.ts'
import { Shell } from '../../features/shell/shell.tsx'
import type { ShellEntry, ShellNav } from '../../features/shell/shell-view.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { whoOf, type Who } from '../../loaders/load-who.ts'

type Props = {
  who: Who
  openReports: number
  /** Paths of pages where something fails. */
  failing: readonly string[]
  children: ReactNode
}

/** The shell around the admin pages: its own navigation, and a link back to the administrator's card. */
export function AdminShell({ who, openReports, failing, children }: Props) {
  const t = useTranslate()
  const nav = useAdminNav({ openReports, failing })
  return (
    <ToastProvider>
      <Shell
        nav={nav}
        who={who.email ? { ...whoOf(who, { alias: who.cards[0]?.alias ?? null }), role: t('admin.administrator') } : null}
        isDense
      >
        {children}
      </Shell>
    </ToastProvider>
  )
}

function useAdminNav({ openReports, failing }: Pick<Props, 'openReports' | 'failing'>): ShellNav {
  const t = useTranslate()
  const visible = placesOf(useSite().hasPlans)
  const { pathname } = useLocation()
  const here = pathname.replace(/\/$/, '').slice(adminHref.length)
  const entryOf = ({ path, word, icon }: (typeof places)[number]): ShellEntry => ({
    href: placeHref(path),
    label: t(word),
    icon: <Icon name={icon} />,
    isHere: path === '' ? here === '' : here === path || here.startsWith(`${path}/`),
    ...(path === '/reports' && { count: { of: openReports, label: t('admin.openCount', { count: openReports }) } }),
    ...(failing.includes(path) && { alert: t('admin.mark.failing') }),
  })
  const entriesIn = (group: (typeof places)[number]['group']) => visible.filter((place) => place.group === group).map(entryOf)
  const docked: readonly string[] = ['', '/cards', '/reports', '/mail']
  return {
    homeHref: '/account',
    badge: <Badge>{t('admin.title')}</Badge>,
    groups: [
      { entries: [{ href: '/account', label: t('admin.toCard'), icon: 'arrow-left', isElsewhere: true }] },
      { entries: entriesIn('first') },
      { label: t('admin.group.operations'), entries: entriesIn('operations') },
      { label: t('admin.group.setup'), entries: entriesIn('setup') },
    ],
    dock: visible.filter(({ path }) => docked.includes(path)).map(entryOf),
  }
}
