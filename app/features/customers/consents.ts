import type { Consent } from './customers.contracts.ts'

const WAYS = { mail: 'per E-Mail', sms: 'per SMS', push: 'als Push-Nachricht' }

/** "Werbung per E-Mail: eingewilligt" */
export function consentName(consent: Consent): string {
	if (consent.kind === 'early_start') return 'Beginn vor Ende der Widerrufsfrist verlangt'
	return `Werbung ${WAYS[consent.channel]}: ${consent.given ? 'eingewilligt' : 'abbestellt'}`
}

/** Whether any address of the card takes advertising on a channel: its latest answer there is yes. @param consents the latest first */
export function mayAdvertise(consents: Consent[]): boolean {
	const answers = consents.filter((one) => one.kind === 'advertising')
	return answers.some(
		({ channel, address, given }, index) =>
			given && answers.findIndex((one) => one.channel === channel && one.address === address) === index,
	)
}
