import type { ReactNode } from 'react'
import { PageLink } from '../../ui/page-link.tsx'
import type { ShellEntry } from './shell-view.ts'

type Props = { entry: ShellEntry; className?: string | undefined; children: ReactNode }

export function ShellLink({ entry: { href, isHere, isElsewhere }, className, children }: Props) {
  const common = { href, className, 'aria-current': isHere ? ('page' as const) : undefined }
  return isElsewhere ? <a {...common}>{children}</a> : <PageLink {...common}>{children}</PageLink>
}
