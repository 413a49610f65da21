import { Form } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button, lookOf } from '#app/ui/button.tsx'
import { Section } from './section.tsx'
import { providerLabel, type SecurityReply } from './security.ts'
import type { SecurityData } from './security.queries.server.ts'
import styles from './security.module.css'

type Props = { security: Pick<SecurityData, 'linked' | 'linkable'>; answer?: SecurityReply; path: string }

/** Other services that open this account. Nothing is shown while none is set up and none is linked. */
export function Identities({ security, answer, path }: Props) {
	const { linked, linkable } = security
	if (linkable.length === 0 && linked.every(({ provider }) => provider === 'email')) return null
	return (
		<Section id="dienste" title="Anmeldung über andere Dienste" answer={answer}>
			<ul className={styles.list}>
				{linked.map(({ id, label, email }) => (
					<li key={id}>
						<span>
							<strong>{label}</strong>
							{email ? <span className={styles.soft}>{email}</span> : null}
						</span>
						{linked.length > 1 ? (
							<Form method="post" preventScrollReset>
								<input type="hidden" name="identity" value={id} />
								<Button kind="plain" name="intent" value="identity-unlink" aria-label={`${label} trennen`}>
									Trennen
								</Button>
							</Form>
						) : null}
					</li>
				))}
			</ul>
			<div className={styles.actions}>
				{linkable.map((provider) => (
					<a key={provider} href={paths.signInService(provider, path)} className={lookOf({ kind: 'secondary' })}>
						{providerLabel(provider)} verbinden
					</a>
				))}
			</div>
		</Section>
	)
}
