import { Form } from 'react-router'
import { AGREEMENT_KINDS, AGREEMENTS, type AgreementKind } from '#app/features/legal/agreements.ts'
import type { loadAccepted } from '#app/features/legal/agreements.queries.server.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { FormReply } from '#app/lib/form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/check-field.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import styles from './settings.module.css'

type Agreements = Awaited<ReturnType<typeof loadAccepted>>
type Held = Agreements['held'][number]
type Props = Agreements & { company: string; owner: boolean; reply?: FormReply }

const CHECK = 'M3 8.500l3.500 3.500L13 4.500'

/** What holds between the company and the operator, who has accepted it, and the box for what is still open. */
export function AgreementsPanel({ held, past, company, owner, reply }: Props) {
	const shown = AGREEMENT_KINDS.flatMap((kind) => held.filter((one) => one.kind === kind))
	const due = shown.filter(({ accepted }) => !accepted)
	const earlier = past.filter(({ text_hash }) => !held.some(({ hash }) => hash === text_hash))
	return (
		<Panel title="Was gilt">
			<ul className={panel.list}>
				{shown.map((one) => (
					<AgreementRow key={one.kind} {...one} />
				))}
			</ul>
			{due.length > 0 && owner ? <AcceptForm due={due} company={company} reply={reply} /> : null}
			{due.length > 0 && !owner ? <p className={panel.soft}>Annehmen können das nur Inhaber:innen.</p> : null}
			{earlier.length > 0 ? (
				<>
					<h3 className={panel.sub}>Früher angenommen</h3>
					<ul className={panel.list}>
						{earlier.map(({ text_hash, accepted_at, accepted_name, agreement_texts: { kind, version } }) => (
							<li key={text_hash}>
								<a href={AGREEMENTS[kind as AgreementKind].path(version)}>
									{AGREEMENTS[kind as AgreementKind].title}, Fassung {version}
								</a>
								: {formatDate(accepted_at, HOME_ZONE)}, {accepted_name}
							</li>
						))}
					</ul>
				</>
			) : null}
		</Panel>
	)
}

function AgreementRow({ kind, version, published_on, accepted }: Held) {
	const { title, path, file } = AGREEMENTS[kind]
	return (
		<li className={styles.agreement}>
			<span className={panel.words}>
				<a href={path(version)}>{title}</a>
				<span className={panel.soft}>
					Fassung {version} vom {formatDate(`${published_on}T12:00:00Z`, HOME_ZONE)} ·{' '}
					<a href={file(version)} download aria-label={`${title} als Textdatei`}>
						Textdatei
					</a>
				</span>
			</span>
			{accepted ? (
				<span className={panel.words}>
					<Badge kind="good" icon={CHECK}>
						Angenommen
					</Badge>
					<span className={panel.soft}>
						{formatDate(accepted.accepted_at, HOME_ZONE)}, {accepted.accepted_name}
					</span>
				</span>
			) : (
				<Badge kind="waiting">Noch offen</Badge>
			)}
		</li>
	)
}

function AcceptForm({ due, company, reply }: { due: Held[]; company: string; reply?: FormReply }) {
	return (
		<Form method="post" className={panel.form} noValidate>
			<FormMessage reply={reply} />
			<input type="hidden" name="agreements" value={due.map(({ hash }) => hash).join(' ')} />
			<div className={panel.full}>
				<CheckField id="consent" name="consent" error={reply?.error?.consent?.[0]}>
					{company} nimmt an:{' '}
					{due.map(({ kind, version }, index) => (
						<span key={kind}>
							{index > 0 ? ' und ' : null}
							<a href={AGREEMENTS[kind].path(version)}>{AGREEMENTS[kind].title}</a> (Fassung {version})
						</span>
					))}
					.
				</CheckField>
			</div>
			<Button name="intent" value="agreements">
				Annehmen
			</Button>
		</Form>
	)
}
