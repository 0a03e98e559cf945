import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { CardHome } from '../features/cards/card-home.tsx'
import { homeView } from '../features/cards/home-view.ts'
import { CardShell, sayFor, shellOf } from './parts/card-shell.tsx'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openCardPage(args, 'home')
  const say = sayFor(args.request)
  const shell = shellOf(open, args, { page: 'home', section: say('menu.home') })
  return { shell, view: homeView(open, shell.frame.menu, say) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.shell.head) : [])

export default function Home() {
  const { shell, view } = useLoaderData<typeof loader>()
  return (
    <CardShell
      shell={shell}
      part="home"
      settings={{ align: view.align, size: view.fontSize }}
      anchors={view.about.length > 0 ? { about: '#about' } : {}}
    >
      <CardHome view={view} frame={shell.frame} />
    </CardShell>
  )
}
