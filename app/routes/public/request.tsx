import { data } from 'react-router'
import { bookingCookies } from '#app/features/booking/secret.server.ts'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { carryOut } from '#app/features/request/actions.server.ts'
import { requestData } from '#app/features/request/page.server.ts'
import { LockedRequest, RequestPage } from '#app/features/request/request-page.tsx'
import { openRequest, seeOffers, standOf } from '#app/features/request/request.server.ts'
import { useStand } from '#app/features/request/use-stand.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/request.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openRequest(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { wish, secret } = opened
	await seeOffers(opened)
	const shown = await requestData(opened, args.url, new Date())
	const headers = new Headers(PRIVATE_PAGE)
	// What the order became opens with the same key.
	const booked = wish.appointment?.id
	for (const cookie of booked && secret ? bookingCookies(secret, paths.booking(booked)) : [])
		headers.append('set-cookie', cookie)
	return data({ ...shown, stand: wish.state === 'open' ? standOf(wish) : undefined }, { headers })
}

export async function action(args: Route.ActionArgs) {
	const opened = await openRequest(args, args.params.id)
	if (!opened) return data({ message: errorMessage('order_not_found') }, { status: 404 })
	const form = await readForm(args.request).catch(() => new FormData())
	const outcome = await carryOut(opened, form, args.context.get(servicesContext).siteUrl)
	if ('done' in outcome) {
		const part = outcome.done === 'geantwortet' ? '#fragen' : ''
		return redirect(`${paths.request(opened.wish.id)}?neu=${outcome.done}${part}`, { status: 303 })
	}
	return data(outcome, { status: 'link' in outcome ? 200 : 409 })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
	useStand(loaderData?.id ?? '', loaderData?.stand)
	return loaderData ? <RequestPage data={loaderData} outcome={actionData} /> : <LockedRequest />
}
