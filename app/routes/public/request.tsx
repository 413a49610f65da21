import { data } from 'react-router'
import { bookingCookies } from '#app/features/booking/secret.server.ts'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { MatchList } from '#app/features/orders/match-list.tsx'
import { changePhotos } from '#app/features/orders/photos.server.ts'
import { Photos } from '#app/features/orders/photos.tsx'
import { WhenField } from '#app/features/orders/when-field.tsx'
import { carryOut } from '#app/features/request/actions.server.ts'
import { AlertPage } from '#app/features/request/alert-page.tsx'
import { requestData } from '#app/features/request/page.server.ts'
import { LockedRequest } from '#app/features/request/locked-request.tsx'
import { RequestPage } from '#app/features/request/request-page.tsx'
import { openRequest, seeOffers, standOf } from '#app/features/request/request.server.ts'
import { useStand } from '#app/features/request/use-stand.ts'
import { WaitPage } from '#app/features/request/wait-page.tsx'
import { alertData, waitData, whenOf } from '#app/features/request/wishes.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { isByPerson } from '#app/lib/by-person.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/request.ts'

export async function loader(args: Route.LoaderArgs) {
	const opened = await openRequest(args, args.params.id)
	if (!opened) return data(null, { status: 404, headers: PRIVATE_PAGE })
	const { wish, secret } = opened
	// A program that opens the link of a mail before its reader does has seen nothing.
	if (isByPerson(args.request)) await seeOffers(opened)
	const now = new Date()
	const when = wish.kind !== 'order' && wish.scope === 'own' ? whenOf(wish, now) : undefined
	const done = args.url.searchParams.get('neu') ?? undefined
	const own = { kind: wish.kind, id: wish.id, done }
	const headers = new Headers(PRIVATE_PAGE)
	// What the order became opens with the same key.
	const booked = wish.appointment?.id
	for (const cookie of booked && secret ? bookingCookies(secret, paths.booking(booked)) : [])
		headers.append('set-cookie', cookie)
	const stand = wish.state === 'open' ? standOf(wish) : undefined
	const wait = await waitData(opened, now)
	if (wait) return data({ ...own, stand, when, wait }, { headers })
	if (wish.kind === 'alert') return data({ ...own, stand, when, ...alertData(opened, now) }, { headers })
	return data({ ...own, stand, order: await requestData(opened, args, now) }, { headers })
}

export async function action(args: Route.ActionArgs) {
	const opened = await openRequest(args, args.params.id)
	if (!opened) return data({ message: errorMessage('order_not_found') }, { status: 404 })
	const form = await readForm(args.request).catch(() => new FormData())
	if (textOf(form, 'intent').startsWith('foto')) {
		const { wish, secret } = opened
		const photo = await changePhotos(args.context, { id: wish.id, secret }, form)
		if (photo) return data({ photo }, { status: 422 })
		return redirect(`${paths.request(wish.id)}?neu=fotos#fotos`, { status: 303 })
	}
	const outcome = await carryOut(opened, form, args.context.get(servicesContext).siteUrl)
	if ('done' in outcome) {
		const part = outcome.done === 'geantwortet' ? '#fragen' : ''
		return redirect(`${paths.request(opened.wish.id)}?neu=${outcome.done}${part}`, { status: 303 })
	}
	return data(outcome, { status: 'link' in outcome ? 200 : 'reply' in outcome ? 422 : 409 })
}

export function headers({ loaderHeaders }: Route.HeadersArgs): Headers {
	return loaderHeaders
}

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
	useStand(loaderData?.id ?? '', loaderData?.stand)
	const page = useAnswerFocus<HTMLDivElement>(actionData && 'reply' in actionData ? actionData : undefined)
	if (!loaderData) return <LockedRequest />
	if ('order' in loaderData) {
		const { order } = loaderData
		const wrong = actionData && 'photo' in actionData ? actionData.photo : undefined
		const photos = order.changing ? <Photos photos={order.photos} wrong={wrong} sent /> : null
		return <RequestPage data={order} outcome={actionData} photos={photos} />
	}
	const reply = actionData && 'reply' in actionData ? actionData.reply : undefined
	const fields = {
		when: loaderData.when ? <WhenField {...loaderData.when} reply={reply} /> : null,
		wrong: reply !== undefined,
		news: { outcome: actionData, done: loaderData.done },
	}
	return (
		<div ref={page}>
			{'wait' in loaderData ? (
				<WaitPage data={loaderData.wait} {...fields} />
			) : (
				<AlertPage data={loaderData.alert} matches={<MatchList matches={loaderData.matches} />} {...fields} />
			)}
		</div>
	)
}
