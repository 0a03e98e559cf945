import {
  redirect,
  useLoaderData,
  useParams,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { editHref, groupNames, groups, isGroup, movedHref } from '../../features/editor/sections.ts'
import { siteContext } from '../../platform/router-context.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import { isAppAddress } from '../../platform/app/standalone.ts'
import { EditorProvider } from './editor-provider.tsx'
import { metas } from '../metas.ts'
import { openEditor } from '../../loaders/open-editor.ts'
import { loadOwnerWho } from '../../loaders/load-who.ts'
import { OwnerShell } from '../shell/owner-shell.tsx'
import { translateFor } from '../../loaders/translate-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { alias = '', group = '' } = args.params
  const { search } = new URL(args.request.url)
  if (!isGroup(group)) throw redirect(movedHref(alias, group, search))
  const open = await openEditor(args)
  const t = translateFor(args.request)
  const { productName } = args.context.get(siteContext)
  // Of all pages: the loader doesn't run again when another one opens.
  const titles = Object.fromEntries(groupNames.map((name) => [name, [t(groups[name].label), t('editor.title'), productName].join(' | ')]))
  return { ...open, who: await loadOwnerWho(args, open.owner.alias), titles, isApp: isAppAddress(search) }
}

/** Not when the page of the editor changes: the edited card is in this window. A revalidation in place updates the permissions. */
export const shouldRevalidate = ({ currentParams, nextParams, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentParams['alias'] !== nextParams['alias'] || currentUrl.href === nextUrl.href

export const meta: MetaFunction<typeof loader> = ({ loaderData, params }) =>
  metas({ title: loaderData?.titles[params['group'] ?? ''] ?? '', isListed: false })

export default function Editor() {
  const { editor, owner, who, isApp } = useLoaderData<typeof loader>()
  const { group = '' } = useParams()
  usePlanWatch(editor.alias, 'kept')
  return (
    <OwnerShell owner={owner} who={who} isApp={isApp} page="edit" hrefOf={(alias) => editHref(alias)} isOwners>
      <EditorProvider key={editor.id} editor={editor} group={isGroup(group) ? group : 'profile'} />
    </OwnerShell>
  )
}
