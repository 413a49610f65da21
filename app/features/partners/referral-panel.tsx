import { Form, Link } from 'react-router'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import type { CompanyReferral } from './partners.contracts.ts'
import { REWARD_WORDS, shownCode } from './words.ts'

type Props = { referral: CompanyReferral; reply?: FormReply }

/** Who has recommended the platform to this company, or the field for it in the first days. */
export function ReferralPanel({ referral: { code, referred_at, until }, reply }: Props) {
	return (
		<Panel id="empfehlung" title="Empfohlen von">
			{code && referred_at ? (
				<p>
					Code <strong>{shownCode(code)}</strong>, eingetragen am {formatDate(referred_at, HOME_ZONE)}. Er lässt sich
					nicht mehr ändern.
				</p>
			) : (
				<>
					<p className={styles.soft}>
						Hat Ihnen jemand Zeitplatz empfohlen? Mit dem Code bekommt sie oder er eine Belohnung von uns, wenn Ihr
						Betrieb gut ankommt. Für Sie ändert sich nichts. Möglich bis {until ? formatDate(until, HOME_ZONE) : ''}.
					</p>
					<Form method="post" noValidate className={styles.form}>
						<FormMessage reply={reply} />
						<TextField
							{...fieldOf(reply, 'partner_code')}
							label="Empfehlungscode"
							hint="Acht Zeichen, zum Beispiel CDFG-HJKM."
							autoComplete="off"
							autoCapitalize="characters"
							spellCheck={false}
							maxLength={40}
						/>
						<Button name="intent" value="referral" kind="secondary">
							Code eintragen
						</Button>
					</Form>
				</>
			)}
			<p className={styles.line}>
				<Link to={paths.partners()}>Selbst empfehlen und {REWARD_WORDS.amount} bekommen</Link>
			</p>
		</Panel>
	)
}
