import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '#app/database.types.ts'
import { holdableTexts } from './holdable-texts.ts'

function sentBy(ask: (client: ReturnType<typeof createClient<Database>>) => PromiseLike<unknown>) {
	const sent: { url: string; body: unknown }[] = []
	const answer: typeof fetch = async (input, init) => {
		sent.push({ url: typeof input === 'string' ? input : '', body: init?.body })
		return Response.json([])
	}
	const client = createClient<Database>('http://db.example', 'key', { global: { fetch: holdableTexts(answer) } })
	return ask(client).then(() => sent[0])
}

test.each([
	['a\0b', 'a\uFFFDb'],
	['😀'.slice(0, 1), '\uFFFD'],
	['\uDE00\uD83D', '\uFFFD\uFFFD'],
	['\\\0', '\\\uFFFD'],
	// What only looks like it, and what is whole.
	['\\u0000 \\\\ud83d "😀" \u0001', '\\u0000 \\\\ud83d "😀" \u0001'],
])('sends %j as %j', async (text, held) => {
	const sent = await sentBy((client) => client.rpc('suggest', { p_text: text }))
	expect(JSON.parse(String(sent?.body))).toEqual({ p_text: held })
	const asked = await sentBy((client) => client.from('cities').select('id').eq('name', text))
	expect(new URL(asked?.url ?? '').searchParams.get('name')).toBe(`eq.${held}`)
})

test('passwords and files go as they are', async () => {
	const sent = await sentBy((client) => client.auth.signInWithPassword({ email: 'a@b.example', password: 'a\0b' }))
	expect(JSON.parse(String(sent?.body))).toMatchObject({ password: 'a\0b' })
})
