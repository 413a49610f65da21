import { redirect as routerRedirect, redirectDocument as routerRedirectDocument } from 'react-router'
import { returnPath } from './return-path.ts'

type Init = Parameters<typeof routerRedirect>[1]

/** Leads to a page of this site, or home when the path could lead to another site. The router's own redirect takes any address. */
export const redirect = (path: string, init?: Init): Response => routerRedirect(returnPath(path, '/'), init)

/** The same, but the browser loads a whole new page. */
export const redirectDocument = (path: string, init?: Init): Response =>
	routerRedirectDocument(returnPath(path, '/'), init)

/** Leads to another service; the address must come from settings, the auth service and the provider of payments alone. */
export const redirectAway = (address: string, init?: Init): Response => routerRedirect(address, init)
