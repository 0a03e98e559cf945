import { Portrait } from '../home/portrait.tsx'
import { Details, Identity, Sheet, type FaceProps } from './face.tsx'

export default function Salon({ view, frame, children }: FaceProps) {
  return (
    <Sheet view={view} frame={frame} below={children} scene="max(100vw, 578px)">
      <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 224px, 148px" />
      <Identity view={view} />
      <Details view={view} frame={frame} trail="none" />
    </Sheet>
  )
}
