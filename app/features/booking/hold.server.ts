import { type CodedError, errorCode, errorMessage, retryAfter } from '#app/lib/errors.ts'
import { localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { originOf } from '#app/lib/origin.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { holdTime, isTimeGone, releaseHold, statusOf } from './booking.commands.server.ts'
import type { Held } from './booking.ts'
import { loadAlternatives, wishOf } from './booking.queries.server.ts'
import { type Choice, choicePath, readChoice } from './choice.ts'
import type { Flow } from './flow.server.ts'
import { openFlow } from './flow.server.ts'
import { possibleChoice } from './offer.ts'
import { type HeldBy, heldByCookie, latestCookie, newSecret, readHeldBy, readLatest } from './secret.server.ts'
import type { Time } from './times.ts'

type Surroundings = { client: Client; services: AppServices; address: string; request: Request }

export type HoldResult =
	| { held: Held; path: string; cookies: string[] }
	/** `again`: seconds until another try may succeed. */
	| { code: string; message: string; status: number; alternatives: Time[]; again?: number }

/** Holds the chosen start for this browser and gives back the one chosen before; if it is gone, answers with the next best times. */
export async function hold(
	{ client, services, address, request }: Surroundings,
	flow: Flow,
	start: string | undefined,
): Promise<HoldResult> {
	const { location, choice, key } = flow
	// The database decides what may be held; this limit only protects it from floods of requests.
	if (!(await services.allow('hold', address))) return refusal('rate_limited')
	if (choice.services.length === 0) return refusal('service_not_found')
	if (!start) return refusal('not_bookable')
	const known = readHeldBy(request)
	const by: HeldBy = { secret: known?.secret ?? newSecret(), appointment: known?.appointment }
	const wish = wishOf(location.id, choice)
	const { value, code, error } = await holdTime(client, { ...wish, start, origin: originOf(choice.from) }, by)
	if (value) {
		const mine = { ...by, appointment: value.id }
		const day = localDate(value.starts_at, location.time_zone)
		return {
			held: value,
			path: choicePath(key, {
				...choice,
				step: undefined,
				day,
				start: new Date(value.starts_at).toISOString(),
				hold: value.id,
			}),
			cookies: [heldByCookie(mine, key), await chosenInstead(client, request, mine, by.appointment)],
		}
	}
	if (!/^[a-z_]+$/.test(code)) services.report(new Error(`hold_appointment: ${code}`, { cause: error }))
	const alternatives = isTimeGone(code) ? await loadAlternatives(client, wish, location, start, new Date()) : []
	return refusal(code, alternatives, error)
}

/**
 * Gives back what this browser has chosen at another business before, and remembers what it has chosen now.
 * @param replaced a hold that has been given back already
 */
export async function chosenInstead(
	client: Client,
	request: Request,
	chosen: HeldBy,
	replaced?: string,
): Promise<string> {
	const before = readLatest(request)
	if (before && before.appointment !== chosen.appointment && before.appointment !== replaced) {
		await releaseHold(client, before.appointment, before.secret)
	}
	return latestCookie(chosen)
}

function refusal(code: string, alternatives: Time[] = [], error: CodedError = { code }): HoldResult {
	const message = errorMessage(errorCode(error) === code ? error : code)
	return { code, message, status: statusOf(code), alternatives, again: retryAfter(error) }
}

/** The header for a refusal after which one may try again later. */
export function againHeaders(again: number | undefined): Record<string, string> {
	return again === undefined ? {} : { 'retry-after': String(again) }
}

/**
 * Holds a start for scripts, which ask with `Accept: application/json`. The choice comes in the query or the body (form or JSON):
 * service (repeated), employee, start. Answers 200 with the hold, or the status of the error with code, message, alternatives.
 */
export async function holdAsJson(surroundings: Surroundings, key: string, url: URL): Promise<Response> {
	const { client, request } = surroundings
	const body = await readBody(request)
	if (!body) return Response.json({ code: 'body_invalid', message: errorMessage('body_invalid') }, { status: 400 })
	const flow = await openFlow(client, key, url, false).catch((error: unknown) => {
		// A thrown response says that there is no such location.
		if (error instanceof Error) throw error
		return undefined
	})
	if (!flow)
		return Response.json({ code: 'location_not_found', message: errorMessage('location_not_found') }, { status: 404 })
	for (const [name, value] of url.searchParams) if (!body.has(name) || name === 'service') body.append(name, value)
	// A script does not follow our links, so who brought the person is unknown.
	const asked: Choice = { from: 'anders', ...readChoice(body) }
	const result = await hold(surroundings, { ...flow, choice: possibleChoice(asked, flow.offer) }, asked.start)
	if ('held' in result) {
		const headers = new Headers({ 'cache-control': 'no-store' })
		for (const cookie of result.cookies) headers.append('set-cookie', cookie)
		return Response.json(result.held, { headers })
	}
	const { code, message, status, alternatives, again } = result
	const headers = { 'cache-control': 'no-store', ...againHeaders(again) }
	return Response.json({ code, message, alternatives }, { status, headers })
}

/** Whether a request comes from a script that wants JSON. */
export function wantsJson(request: Request): boolean {
	const accept = request.headers.get('accept') ?? ''
	return request.method === 'POST' && accept.includes('application/json') && !accept.includes('text/html')
}

async function readBody(request: Request): Promise<URLSearchParams | undefined> {
	try {
		const type = request.headers.get('content-type') ?? ''
		if (!type) return new URLSearchParams()
		if (!type.includes('json')) {
			const form = await readForm(request)
			return new URLSearchParams([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
		}
		const values = Object.entries((await request.json()) as Record<string, unknown>)
		return new URLSearchParams(
			values.flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((item) => [name, String(item)])),
		)
	} catch {
		return undefined
	}
}
