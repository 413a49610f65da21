import { expect, it } from 'vitest'
import { unavailable } from './unavailable.ts'

it('says in readable German that there is no database, and tries again by itself', async () => {
	for (const [why, title] of [
		['starting', 'Zeitplatz startet …'],
		['down', 'Zeitplatz ist gleich wieder da.'],
	] as const) {
		const answer = unavailable({ method: 'GET' }, why)
		expect(answer.status).toBe(503)
		expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
		expect(answer.headers.get('cache-control')).toBe('no-store')
		expect(answer.headers.get('retry-after')).toBe('2')
		const page = await answer.text()
		expect(page).toContain(title)
		expect(page).toContain('<meta http-equiv="refresh" content="2">')
	}
})

it('does not reload after a form was sent, which would lose its content', async () => {
	const page = await unavailable({ method: 'POST' }, 'down').text()
	expect(page).not.toContain('http-equiv')
	expect(page).toContain('Ihre Angaben stehen noch im Formular')
})
