import { Outlet, type LoaderFunctionArgs } from 'react-router'
import { DeskFrame } from '../../features/admin/desk-frame.tsx'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { SharedIcons } from '../../ui/icons/icon.tsx'
import { openDesk } from './open-desk.ts'

/** Nobody but an operator comes further. */
export async function loader(args: LoaderFunctionArgs) {
  await openDesk(args)
  return null
}

export default function OperatorRoute() {
  return (
    <>
      <SharedIcons />
      <ShellStyle />
      <DeskFrame>
        <Outlet />
      </DeskFrame>
    </>
  )
}
