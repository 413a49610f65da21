import { isRouteErrorResponse } from 'react-router'
import { ConnectionLost, isConnection, OF_THE_SERVER } from './trouble.ts'

type Report = (error: unknown) => void

let report: Report | undefined
const waiting: unknown[] = []
// A page that fails over and over says nothing new.
const MOST_WAITING = 10

/**
 * Takes what an error page in the browser has caught. Answers of the server, which has reported its own errors, and lost connections are
 * no faults of the page. What comes before there is anybody to report to waits.
 */
export function caught(error: unknown): void {
	if (isRouteErrorResponse(error) || error instanceof ConnectionLost || isConnection(error)) return
	if (error instanceof Error && error.message === OF_THE_SERVER) return
	if (report) report(error)
	else if (waiting.length < MOST_WAITING) waiting.push(error)
}

/** From now on errors go there, with those that waited. */
export function reportTo(found: Report): void {
	report = found
	for (const error of waiting.splice(0)) found(error)
}
