import { accountPaths } from './account-icon-paths.ts'
import type { AccountIconName } from './icon-names.ts'
import { linePaths } from './icon-paths.ts'
import { laterPaths } from './later-icon-paths.ts'
import { ownerPaths } from './owner-icon-paths.ts'

const paths: Record<AccountIconName, string> = { ...linePaths, ...laterPaths, ...ownerPaths, ...accountPaths }

/** Any icon there is and those of the account's own host: for pages that are no part of a card. */
export function AccountIcon({ name }: { name: AccountIconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
