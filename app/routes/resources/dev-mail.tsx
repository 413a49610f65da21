import { Mailbox } from '#app/features/notifications/mailbox.tsx'
import styles from '#app/features/notifications/mailbox.module.css'
import { ownMachineContext, servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/dev-mail.ts'

/**
 * The local mailbox, which is full of secret links. It exists only while the server keeps mails to itself, and only for requests
 * from this machine.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
	const { devMailbox } = context.get(servicesContext)
	invariantResponse(devMailbox && context.get(ownMachineContext))
	const wanted = url.searchParams.get('id')
	const open = wanted ? await devMailbox.read(wanted) : undefined
	const mails = (await devMailbox.list()).map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt }))
	return { mails, open: open ?? null }
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export default function DevMail({ loaderData: { mails, open } }: Route.ComponentProps) {
	return (
		<main id="inhalt" className={styles.page}>
			<title>Mails · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>Mails dieses Servers</h1>
			<p>Ohne Mailserver (SMTP_URL) bleiben alle Mails hier. Neueste zuerst, Zeiten in Berlin.</p>
			{mails.length === 0 ? <p>Noch keine Mail.</p> : null}
			<Mailbox mails={mails} open={open} frame={(id) => `/dev/mail/${id}`} />
		</main>
	)
}
