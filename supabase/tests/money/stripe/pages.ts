import { pay, type Session, type State, tryToPay, type Account } from './state.ts'

export type Answer = { status: number; location?: string; html?: string }
type Changed = (kind: string, account: Account, object: object) => void

const page = (title: string, words: string, buttons: [string, string][]): Answer => ({
	status: 200,
	html: `<!doctype html><html lang="de"><title>${title}</title><main><h1>${title}</h1><p>${words}</p><form method="post">${buttons
		.map(([action, label]) => `<button name="action" value="${action}">${label}</button>`)
		.join(' ')}</form></main></html>`,
})
const away = (location: string | null): Answer => ({ status: 303, location: location ?? '/' })

/** The page on which people pay. 3-D Secure asks a second time. */
export function payPage(state: State, id: string, action: string | undefined, changed: Changed): Answer {
	const [account, session] = find(state, id)
	if (!account || !session) return { status: 404, html: 'gone' }
	if (session.status !== 'open') return page('Diese Seite gilt nicht mehr', session.name, [])
	const words = `${session.name}: ${session.amount_total} Cent`
	if (action === 'pay' || action === 'approve') {
		pay(account, session)
		changed('checkout.session.completed', account, session)
		return away(session.success_url)
	}
	if (action === 'abandon') return away(session.cancel_url)
	if (action === 'secure') {
		tryToPay(session)
		return page('3-D Secure', 'Ihre Bank bittet um Freigabe.', [
			['approve', 'Freigeben'],
			['decline', 'Ablehnen'],
		])
	}
	if (action === 'decline') tryToPay(session)
	return page('Stripe Checkout', action === 'decline' ? `Ihre Karte wurde abgelehnt. ${words}` : words, [
		['pay', 'Bezahlen'],
		['decline', 'Karte ablehnen lassen'],
		['secure', 'Mit 3-D Secure bezahlen'],
		['abandon', 'Zurück'],
	])
}

const find = ({ accounts }: State, id: string): [Account?, Session?] => {
	for (const account of accounts.values()) {
		const session = account.sessions.find((one) => one.id === id)
		if (session) return [account, session]
	}
	return []
}

/** The page on which a business gives its data. */
export function onboardPage(state: State, id: string, action: string | undefined, changed: Changed): Answer {
	const link = state.links.get(id)
	const account = link && state.accounts.get(link.account)
	if (!link || !account) return { status: 404, html: 'gone' }
	if (action === 'later') return away(link.back)
	if (action === 'done') {
		Object.assign(account, { missing: [], status: 'active' })
		changed('account.updated', account, { id: account.id, object: 'account' })
		return away(link.back)
	}
	return page('Stripe Connect', `Es fehlen ${account.missing.length} Angaben.`, [
		['done', 'Alles angeben'],
		['later', 'Später'],
	])
}
