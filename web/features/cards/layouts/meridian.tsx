import { Portrait } from '../home/portrait.tsx'
import { Details, Name, Sheet, TagLineAndFirm, Title, type FaceProps } from './face.tsx'

export default function Meridian({ view, frame, children }: FaceProps) {
  return (
    <Sheet view={view} frame={frame} below={children} scene="(min-width: 1024px) 1400px, 1px">
      <div>
        <div className="top">
          <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 192px, 143px" />
          <div className="identity">
            <Name view={view} />
          </div>
        </div>
        <Title view={view} />
        <TagLineAndFirm view={view} />
        {view.coordinates && (
          <p className="coordinates">
            <span>{view.coordinates.lat}</span>
            <span>{view.coordinates.lng}</span>
          </p>
        )}
      </div>
      <Details view={view} frame={frame} trail="text" arrow="arrow-right" />
    </Sheet>
  )
}
