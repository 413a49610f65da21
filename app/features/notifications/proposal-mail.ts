import { paths } from '#app/lib/paths.ts'
import type { MailContent } from './mail-layout.ts'
import type { AppointmentMessage } from './payload.ts'
import { period, when } from './texts.ts'

/**
 * The parts of a proposal's mail besides the appointment: the other time and the ways to answer. The links only open pages with a button
 * for the answer, because mail programs and scanners follow links by themselves. Empty for other messages.
 */
export function proposalParts(
	{ kind, payload }: AppointmentMessage,
	{ siteUrl, secret }: { siteUrl: string; secret?: string },
): Required<Pick<MailContent, 'facts' | 'button' | 'links' | 'notes'>> | undefined {
	const { proposal, location } = payload
	if (kind !== 'appointment_proposed' || !proposal) return undefined
	const to = (step: 'vorschlag' | 'umbuchen' | 'absagen'): string =>
		`${siteUrl}${paths.bookingStep(payload.appointment_id, step, secret)}`
	const served = [...new Set(proposal.people)].join(' und ')
	return {
		facts: [
			['Vorschlag', `${period(payload, proposal.starts_at, proposal.ends_at)}${served ? `\nbei ${served}` : ''}`],
			['Reserviert bis', when(payload, proposal.answer_by)],
		],
		button: { label: 'Passt', url: to('vorschlag') },
		links: [
			{ label: 'Anderer Termin', url: to('umbuchen') },
			{ label: 'Absagen', url: to('absagen') },
		],
		notes: [`Ohne Antwort bis dahin meldet sich ${location.name} bei Ihnen. Am Preis ändert sich nichts.`],
	}
}
