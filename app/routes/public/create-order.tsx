import { data } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { newSecret } from '#app/features/booking/secret.server.ts'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import { HowItWorks, LivePreview } from '#app/features/orders/order-aside.tsx'
import { OrderForm } from '#app/features/orders/order-form.tsx'
import { orderSchema } from '#app/features/orders/order.form.ts'
import styles from '#app/features/orders/order-steps.module.css'
import { fieldOfError, loadDraft, understandForm } from '#app/features/orders/orders.server.ts'
import { draftCookies, readDraftKey } from '#app/features/orders/secret.server.ts'
import { previewOf } from '#app/features/orders/preview.ts'
import { reachText } from '#app/features/orders/reach.ts'
import { loadReach } from '#app/features/orders/reach.server.ts'
import { storedDraft, storedSearch } from '#app/features/orders/stored.ts'
import { groupedCategories } from '#app/features/orders/suggest-categories.ts'
import { useTyped } from '#app/features/orders/use-typed.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { useAddress } from '#app/lib/seo.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/create-order.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const today = localDate(new Date(), HOME_ZONE)
	const { categories } = await loadReference(context.get(servicesContext))
	// A search that leads here begins anew; the bare address goes on with what this browser has begun.
	const draft = url.searchParams.size > 0 ? null : await loadDraft(context, readDraftKey(request))
	const open = draft?.state === 'draft' ? draft : null
	const stored = open ? storedDraft(open, today) : storedSearch(url.searchParams, today)
	const reached = await loadReach(context, stored)
	return data({ today, stored, reached, groups: groupedCategories(categories) }, { headers: PRIVATE_PAGE })
}

export async function action({ context, request }: Route.ActionArgs) {
	const submission = parseForm(await readForm(request), { schema: orderSchema })
	const refuse = (
		reply: Parameters<typeof submission.reply>[0],
		suggested: { slug: string; name: string }[] = [],
		status = 422,
	) => data({ reply: submission.reply(reply), suggested }, { status, headers: PRIVATE_PAGE })
	if (submission.status !== 'success') return refuse({}, [], 400)
	const read = await understandForm(context, submission.value, new Date())
	if ('wrong' in read) return refuse({ fieldErrors: read.wrong }, read.suggested)
	const known = readDraftKey(request)
	const draft = await loadDraft(context, known)
	const key = known && draft?.state === 'draft' ? known : undefined
	const secret = key?.secret ?? newSecret()
	const saved = await sessionOf(context).client.rpc('save_search_order_draft', {
		...{ p_secret: secret, p_draft: read.draft as never },
		...(key && { p_order: key.id }),
	})
	if (saved.error) {
		const message = [errorMessage(saved.error)]
		const field = fieldOfError(saved.error)
		const status = errorCode(saved.error) === 'too_often' ? 429 : 422
		return refuse(field ? { fieldErrors: { [field]: message } } : { formErrors: message }, [], status)
	}
	const headers = new Headers()
	for (const cookie of draftCookies({ id: saved.data, secret })) headers.append('set-cookie', cookie)
	return redirect(paths.orderMatches(), { status: 303, headers })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** The form for a search order. Nothing is published here. */
export default function CreateOrder({ loaderData, actionData }: Route.ComponentProps) {
	const address = useAddress()
	const { today, stored, groups } = loaderData
	const { typed, reached, onTyped } = useTyped(stored, loaderData.reached)
	const category = groups.flatMap(({ options }) => options).find(({ slug }) => slug === typed.kategorie)
	return (
		<div className={styles.page}>
			<title>Suchauftrag erstellen</title>
			<meta
				name="description"
				content="Sagen Sie einmal, was Sie brauchen und wann Sie können: Passende Betriebe antworten mit Zeiten, die sie für Sie frei halten."
			/>
			<link rel="canonical" href={address(paths.createOrder())} />
			<h1>Was brauchen Sie, und wann können Sie?</h1>
			<p className={styles.lead}>
				Passende Unternehmen antworten mit einer Zeit, die für Sie reserviert ist. Kostenlos und unverbindlich.
			</p>
			<div className={styles.columns}>
				<OrderForm
					{...{ today, stored, groups, onTyped }}
					reach={reachText(reached)}
					reply={actionData?.reply}
					suggested={actionData?.suggested ?? []}
				/>
				<div className={styles.side}>
					<LivePreview preview={previewOf(typed, category?.name ?? '', reached?.place ?? '', today)} />
					<HowItWorks />
				</div>
			</div>
		</div>
	)
}
