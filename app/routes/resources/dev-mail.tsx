import { Link } from 'react-router'
import { ownMachineContext, servicesContext } from '#app/lib/context.server.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import styles from './dev-mail.module.css'
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
			<div className={styles.columns}>
				<ul className={styles.list}>
					{mails.map((mail) => (
						<li key={mail.id}>
							<Link to={`?id=${mail.id}`} aria-current={open?.id === mail.id ? 'true' : undefined} preventScrollReset>
								<strong>{mail.subject}</strong>
								<span>
									an {mail.to}, {formatDate(mail.sentAt, HOME_ZONE)} {formatTime(mail.sentAt, HOME_ZONE)}
								</span>
							</Link>
						</li>
					))}
				</ul>
				{open ? (
					<section aria-label={open.subject} className={styles.mail}>
						<iframe
							title={open.subject}
							src={`/dev/mail/${open.id}`}
							sandbox="allow-popups allow-top-navigation-by-user-activation"
						/>
						<details>
							<summary>Als Text und mit Anhängen</summary>
							<pre>{open.text}</pre>
							{open.attachments.map((file) => (
								<div key={file.filename}>
									<h2>{file.filename}</h2>
									<pre>{file.content}</pre>
								</div>
							))}
						</details>
					</section>
				) : null}
			</div>
		</main>
	)
}
