import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderImport } from '#app/features/transfers/transfers.commands.server.ts'
import { carryOutTransfers } from '#app/features/transfers/transfers.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { as, exportOf, type Installation, newCompany, openInstallation } from './installation.ts'

let place: Installation
beforeAll(async () => {
	place = await openInstallation('demo')
}, 180_000)
afterAll(() => place.close())

/** Sends a file as the form does, and carries out what that orders: how the order was answered, and what became of it. */
async function send(file: Blob | null) {
	const { owner, company } = await newCompany(place)
	const server = serverClient(place.services)
	const rpc = async (_: string, { p_company, p_id }: { p_company: string; p_id: string }) => ({
		data: await as(place, owner, 'public.ask_for_import($1, $2)', [p_company, p_id]),
		error: null,
	})
	const client = { from: server.from.bind(server), rpc }
	const form = new FormData()
	if (file) form.set('file', file, 'Zeitplatz.zip')
	form.set('intent', 'import')
	const request = new Request('http://localhost/', { method: 'POST', body: form })
	const member = { client, company: { id: company }, locations: [] } as unknown as Parameters<typeof orderImport>[0]
	const answer = await orderImport(member, place.services, request)
	await carryOutTransfers(place.services)
	const [row] = await place.sql`select state, fault, bytes from public.transfers where company_id = ${company}`
	return { answer, row, owner, company }
}

test('the file of an export comes in as it is sent, and the next one as well', async () => {
	const first = await exportOf(place, SALON_ANNA.companyId, SALON_ANNA.owner.userId)
	const once = await send(first)
	expect(once.row).toEqual({ state: 'done', fault: '', bytes: String(first.size) })
	// Without reviews, which came in nowhere.
	const second = await exportOf(place, once.company, once.owner)
	expect((await send(second)).row).toMatchObject({ state: 'done', fault: '' })
})

test('without a file nothing is ordered', async () => {
	const { answer, row } = await send(null)
	const refused = answer as { init?: { status?: number }; data?: unknown }
	expect([refused.init?.status, row]).toEqual([400, undefined])
	expect(JSON.stringify(refused.data)).toContain('Bitte wählen Sie die Datei aus')
})
