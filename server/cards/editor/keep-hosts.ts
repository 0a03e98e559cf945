/** What the operator does with hosts that nobody is led to. */
export { deleteBlockedHost, insertBlockedHost, listBlockedHosts, listBlockedOf, readHost } from './blocked-host-store.ts'
