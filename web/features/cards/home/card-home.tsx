import type { ComponentType, ReactNode } from 'react'
import type { FrameView } from '../frame/frame-view.ts'
import type { HomeView } from './home-view.ts'
import type { Layout } from './layout.ts'
import { Atrium } from '../layouts/atrium.tsx'
import type { FaceProps } from '../layouts/face.tsx'
import { Meridian } from '../layouts/meridian.tsx'
import { Porch } from '../layouts/porch.tsx'
import { Salon } from '../layouts/salon.tsx'

const faces: Record<Layout, ComponentType<FaceProps>> = { porch: Porch, salon: Salon, meridian: Meridian, atrium: Atrium }

/** `children` are shown on desktops below the card. */
export function CardHome({ view, frame, children }: { view: HomeView; frame: FrameView; children?: ReactNode }) {
  const Face = faces[frame.layout]
  return (
    <Face view={view} frame={frame}>
      {children}
    </Face>
  )
}
