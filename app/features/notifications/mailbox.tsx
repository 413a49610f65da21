import { Link } from 'react-router'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import styles from './mailbox.module.css'

export type ShownMail = { id: string; to: string; subject: string; sentAt: string }
export type OpenMail = ShownMail & { text: string; attachments: { filename: string; content: string }[] }

type Props = {
	mails: ShownMail[]
	open: OpenMail | null
	/** Address of the mail as mail programs show it. */
	frame: (id: string) => string
}

/** Mails that did not leave, the newest first, and the open one as its recipient would see it, in a frame that may do nothing. */
export function Mailbox({ mails, open, frame }: Props) {
	return (
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
						src={frame(open.id)}
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
	)
}
