import { expect, it } from 'vitest'
import { starting } from './starting.ts'

it('says in readable German that it is not ready, and tries again by itself', async () => {
	const answer = starting()
	expect(answer.status).toBe(503)
	expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	const page = await answer.text()
	expect(page).toContain('Zeitplatz startet …')
	expect(page).toContain('<meta http-equiv="refresh" content="2">')
})
