import { useOutletContext } from 'react-router'
import type { Owner } from '../../loaders/open-owner.ts'

/** The logged-in owner, from the data of the owner route. */
export const useOwner = (): Owner => useOutletContext<Owner>()
