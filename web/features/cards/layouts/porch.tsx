import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Socials } from '../home/socials.tsx'
import { Identity, Sheet, type FaceProps } from './face.tsx'

export default function Porch({ view, frame, children }: FaceProps) {
  return (
    <Sheet view={view} frame={frame} below={children} scene="(min-width: 1024px) min(calc(100vw - 40px), 1400px), max(100vw, 890px)">
      <Portrait view={view} frame={frame} sizes="(min-width: 1024px) 288px, 136px" />
      <div className="body">
        <Identity view={view} />
        <ContactRows view={view} trail="text" />
        <CallToAction view={view} frame={frame} />
      </div>
      <Socials view={view} isTeam={frame.isTeam} />
      <QrBox frame={frame} />
    </Sheet>
  )
}
