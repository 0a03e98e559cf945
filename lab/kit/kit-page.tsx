import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Button } from '../../web/ui/button/button.tsx'
import { ToastProvider } from '../../web/ui/overlay/toast.tsx'
import { PageHeader } from '../../web/ui/page/page-header.tsx'
import { Buttons } from './buttons.tsx'
import { Fields } from './fields.tsx'
import { Lists } from './lists.tsx'
import { LongWords } from './long-words.tsx'
import { Numbers } from './numbers.tsx'
import { Overlays } from './overlays.tsx'
import { Pages } from './pages.tsx'

/** Every part in every state. New parts are designed here first. */
export function KitPage() {
  const [router] = useState(() => createMemoryRouter([{ path: '*', element: <Parts /> }]))
  return <RouterProvider router={router} />
}

function Parts() {
  return (
    <ToastProvider>
      <main className="kit">
        <PageHeader
          title="The kit"
          lead="Every part in every state. 44 px touch area, two-ring focus, 4.5:1 text. Dark follows the system."
          actions={
            <>
              <Button onClick={turn}>Right to left</Button>
              <Button onClick={enlarge}>200 % text</Button>
            </>
          }
        />
        <Buttons />
        <Fields />
        <Overlays />
        <Pages />
        <Lists />
        <Numbers />
        <LongWords />
      </main>
    </ToastProvider>
  )
}

function turn() {
  const { documentElement: root } = document
  root.dir = root.dir === 'rtl' ? 'ltr' : 'rtl'
}

function enlarge() {
  const { style } = document.documentElement
  style.fontSize = style.fontSize ? '' : '200%'
}
