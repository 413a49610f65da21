import { isRouteErrorResponse } from 'react-router'
import { ConnectionLost, isConnection, OF_THE_SERVER } from './trouble.ts'

type Report = (error: unknown) => void

let report: Report | undefined
const waiting: unknown[] = []
// Further errors of a page that keeps failing tell us nothing new.
const MOST_WAITING = 10

/**
 * Reports an error that an error page in the browser has caught. Left out are answers of the server, which reports its own errors, and
 * lost connections. Errors wait until there is a reporter.
 */
export function caught(error: unknown): void {
	if (isRouteErrorResponse(error) || error instanceof ConnectionLost || isConnection(error)) return
	if (error instanceof Error && error.message === OF_THE_SERVER) return
	if (report) report(error)
	else if (waiting.length < MOST_WAITING) waiting.push(error)
}

/** Sets the reporter: it gets the errors that waited and all later ones. */
export function reportTo(found: Report): void {
	report = found
	for (const error of waiting.splice(0)) found(error)
}
