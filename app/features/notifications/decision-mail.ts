import type { Decision } from '#app/features/decisions/decisions.contracts.ts'
import { aboutText, reasonsOf } from '#app/features/decisions/words.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `internal.decide` puts into a message (supabase/schemas/87_platform/30_decisions.sql). */
export type DecisionMessage = {
	id: string
	kind: 'decision' | 'appeal_decided'
	recipient: string
	payload: Pick<Decision, 'party' | 'kind' | 'business' | 'measure' | 'scope' | 'facts' | 'basis' | 'automated'> & {
		decision_id: string
		told_at: string
		appeal_until: string
	}
}

export const isDecisionMessage = (message: { kind: string }): message is DecisionMessage =>
	message.kind === 'decision' || message.kind === 'appeal_decided'

/** A statement of reasons (Art. 17 of Regulation (EU) 2022/2065), and the way to appeal. */
export function composeDecision(
	{ kind, recipient, payload }: DecisionMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const first = kind === 'decision'
	const about = aboutText(payload)
	const lifted = first && payload.measure === 'lifted'
	const content: MailContent = {
		title: first ? 'Unsere Entscheidung' : 'Unsere Entscheidung über die Beschwerde',
		greeting: 'Guten Tag,',
		intro: lifted ? 'was wir gegen Sie verhängt hatten, gilt nicht mehr:' : introOf(first, payload.party),
		facts: reasonsOf(payload).filter(([, value]) => value),
		button: {
			label: first && !lifted ? 'Ansehen oder Beschwerde einlegen' : 'Entscheidung ansehen',
			url: `${siteUrl}${paths.decision(payload.decision_id, secret)}`,
		},
		notes: lifted
			? []
			: first
				? [
						`Bis ${formatDate(payload.appeal_until, HOME_ZONE)} können Sie sich kostenlos beschweren. Dann entscheidet jemand anderes.`,
						'Sie können sich auch an eine zugelassene Streitbeilegungsstelle (Art. 21 der Verordnung (EU) 2022/2065) oder an ein Gericht wenden.',
					]
				: ['Sie können sich an eine zugelassene Streitbeilegungsstelle oder an ein Gericht wenden.'],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	const subject = `${first ? 'Entscheidung' : 'Entscheidung über die Beschwerde'}: ${about}`
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}

function introOf(first: boolean, party: Decision['party']): string {
	if (!first) return 'über die Beschwerde hat jemand entschieden, der an der ersten Entscheidung nicht beteiligt war:'
	return party === 'author'
		? 'wir haben etwas entschieden, das Sie betrifft. Das sind die Gründe:'
		: 'Sie haben uns etwas gemeldet. Wir haben entschieden, und das sind die Gründe:'
}
