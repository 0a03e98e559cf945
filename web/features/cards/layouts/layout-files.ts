import type { ComponentType } from 'react'
import type { Layout } from '#common/layouts.ts'
import type { FaceProps } from './face.tsx'

type Face = ComponentType<FaceProps>

/** A layout's files have its key as their name; `layout-files.test.ts` checks that none is missing. */
export const faces = import.meta.glob<Face>(['./*.tsx', '!./face.tsx'], { import: 'default', eager: true }) as Record<
  `./${Layout}.tsx`,
  Face
>
