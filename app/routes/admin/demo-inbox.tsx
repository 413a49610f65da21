import { Mailbox } from '#app/features/notifications/mailbox.tsx'
import { loadInbox, loadInboxMail } from '#app/features/sandbox/inbox.server.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/demo-inbox.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireMember(context, request)
	const mails = await loadInbox(context)
	const wanted = url.searchParams.get('id')
	const { html: _, ...open } = wanted ? await loadInboxMail(context, wanted) : { html: null }
	return { mails, open: 'id' in open ? open : null }
}

/** "Posteingang": what the salon of the demo would have sent. */
export default function DemoInbox({ loaderData: { mails, open } }: Route.ComponentProps) {
	return (
		<>
			<title>Posteingang · Zeitplatz</title>
			<h1>Posteingang</h1>
			<p>Diese E-Mails hätte Ihr Salon verschickt. In der Demo bleiben sie hier; die Links darin funktionieren.</p>
			{mails.length === 0 ? (
				<EmptyState
					icon="mail"
					what="Noch keine E-Mail."
					how="Tragen Sie einen Termin mit E-Mail-Adresse ein, oder buchen Sie selbst einen auf der Seite des Salons. Nach wenigen Sekunden steht hier, was hinausginge."
				/>
			) : (
				<Mailbox mails={mails} open={open} frame={adminPaths.demoMail} />
			)}
		</>
	)
}
