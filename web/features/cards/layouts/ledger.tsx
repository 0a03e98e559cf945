import { CallToAction } from '../home/call-to-action.tsx'
import { ContactRows } from '../pages/contact-rows.tsx'
import { Portrait } from '../home/portrait.tsx'
import { QrBox } from '../frame/qr-box.tsx'
import { Socials } from '../home/socials.tsx'
import { Identity, Sheet, type FaceProps } from './face.tsx'

export default function Ledger({ view, frame, children }: FaceProps) {
  return (
    <Sheet view={view} frame={frame} below={children}>
      <div className="body">
        <Portrait view={view} frame={frame} sizes="112px" />
        <Identity view={view} />
        <ContactRows view={view} trail="text" />
      </div>
      <CallToAction view={view} frame={frame} />
      <Socials view={view} isTeam={frame.isTeam} />
      <QrBox frame={frame} />
    </Sheet>
  )
}
