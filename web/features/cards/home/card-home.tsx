import type { ReactNode } from 'react'
import type { FrameView } from '../frame/frame-view.ts'
import { faces } from '../layouts/layout-files.ts'
import type { HomeView } from './home-view.ts'

/** `children` are shown on desktops below the card. */
export function CardHome({ view, frame, children }: { view: HomeView; frame: FrameView; children?: ReactNode }) {
  const Face = faces[`./${frame.layout}.tsx`]
  return (
    <Face view={view} frame={frame}>
      {children}
    </Face>
  )
}
