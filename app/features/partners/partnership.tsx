import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { AskedFirst } from '#app/ui/asked-first.tsx'
import { CopyField } from '#app/ui/copy-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Drawing } from '#app/ui/plot/drawing.ts'
import { Plot } from '#app/ui/plot/plot.tsx'
import { QrCode } from '#app/ui/qr-code.tsx'
import type { Partner } from './partners.contracts.ts'
import styles from './partnership.module.css'
import { Referrals } from './referrals.tsx'
import { shownCode } from './words.ts'

type Opened = { says: string; drawing: Drawing }
type Props = { partner: Omit<Partner, 'days'> & { url: string; qr: string; visits: { days: Opened; months: Opened } } }

/** One partnership: its link and code, how often the link was opened, and what came of it. */
export function Partnership({ partner }: Props) {
	const { id, company, code, state, suspended_reason: reason, joined_at, url, qr, visits, referrals } = partner
	const title = company ? `Für ${company}` : 'Für mich'
	return (
		<section aria-labelledby={`teilnahme-${id}`} className={styles.block}>
			<h2 id={`teilnahme-${id}`}>{title}</h2>
			{state === 'suspended' ? (
				<Notice kind="warning" title="Diese Teilnahme ist gesperrt.">
					<p>{reason}</p>
					<p>Neue Empfehlungen zählen nicht. Halten Sie das für falsch, schreiben Sie uns bitte.</p>
				</Notice>
			) : null}
			{state === 'left' ? <p>Beendet. Neue Empfehlungen zählen nicht, bisherige laufen weiter.</p> : null}
			{state === 'active' ? (
				<div className={styles.ways}>
					<QrCode
						src={qr}
						alt={`QR-Code mit dem Link zum Code ${shownCode(code)}`}
						size={160}
						file="zeitplatz-empfehlung.svg"
					/>
					<div className={styles.words}>
						<CopyField label="Ihr Link" hint="Führt zu einer Seite über Zeitplatz und zum Eintragen." text={url} />
						<CopyField label="Ihr Code" hint="Zum Sagen und Tippen." text={shownCode(code)} />
					</div>
				</div>
			) : null}
			<Referrals referrals={referrals} />
			<h3>Wie oft der Link geöffnet wurde</h3>
			<p className={styles.soft}>Gezählt je Tag, ohne zu wissen, wer es war. Programme zählen nicht mit.</p>
			<Plot title="Letzte 30 Tage" {...visits.days} />
			<Plot title="Letzte 12 Monate" {...visits.months} />
			{state === 'active' ? (
				<AskedFirst
					summary="Teilnahme beenden"
					about={title}
					label="Teilnahme jetzt beenden"
					intent="leave"
					fields={{ partner: id }}
					quiet
					stays
				>
					Sie machen seit {formatDate(joined_at, HOME_ZONE)} mit. Danach zählen keine neuen Empfehlungen; bisherige
					laufen weiter. Sie können jederzeit wieder mitmachen, mit demselben Code.
				</AskedFirst>
			) : null}
		</section>
	)
}
