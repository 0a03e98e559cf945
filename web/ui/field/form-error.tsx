import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

/**
 * Why a form wasn't sent, first in the form and in view while its fields are. Announced when it appears, so it is there empty before.
 * Cards use it too, without the rest of the kit.
 */
export const FormError = ({ children }: { children: ReactNode }) => (
  <div className="ui-form-error" role="alert">
    {children && (
      <p>
        <Icon name="circle-alert" />
        {children}
      </p>
    )}
  </div>
)
