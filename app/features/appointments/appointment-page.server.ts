import { randomUUID } from 'node:crypto'
import { formatTime, localDate } from '#app/lib/dates.ts'
import type { AdminLocation } from '#app/features/company/company.ts'
import type { Right } from '#app/features/members/rights.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { FOLLOWING } from '#app/lib/following.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { loadAppointmentThread } from '#app/features/threads/threads.server.ts'
import { customerName } from './appointment.ts'
import { loadAppointment, loadFreeStarts, loadPeople } from './appointments.queries.server.ts'
import type { DetailData } from './detail.tsx'
import { loadEdit } from './edit-page.server.ts'
import { CHANGED, EDITING } from './edit.ts'
import { NOTICES } from './texts.ts'
import { loadVisitPayments } from './online-payments.server.ts'
import { loadDeclared } from './withdrawals.queries.server.ts'

type Member = { client: Client; rights: readonly Right[]; companyId: string; location: AdminLocation }

/** The data of an appointment's detail view; `umbuchen`, a day in the address, requests free times. @throws Response 404 */
export async function loadDetail(member: Member, id: string | undefined, url: URL): Promise<DetailData> {
	const { client, location, rights } = member
	const zone = location.time_zone
	const [detail, people] = await Promise.all([
		loadAppointment(client, location, id),
		loadPeople(client, location, member),
	])
	const edit = url.searchParams.has(EDITING) ? await loadEdit(member, detail.appointment.id) : undefined
	const changed = NOTICES.find((notice) => notice === url.searchParams.get(CHANGED))
	const [declared, thread, payments] = await Promise.all([
		loadDeclared(client, detail.appointment.id),
		loadAppointmentThread(client, detail.appointment.id, zone, customerName(detail.appointment)),
		loadVisitPayments(client, detail.appointment),
	])
	const typed = url.searchParams.get('umbuchen')?.slice(0, 40)
	const { value: asked, fault } = readDate(typed, localDate(new Date(), zone))
	const lines = [...detail.appointment.lines].sort((one, other) => one.position - other.position)
	const persons = [...new Set(lines.map(({ employee_id }) => employee_id))]
	const day = asked || localDate(detail.appointment.starts_at, zone)
	const starts = asked
		? await loadFreeStarts(client, location, {
				services: lines.map(({ service_id }) => service_id),
				person: persons.length === 1 ? persons[0] : undefined,
				date: asked,
			})
		: []
	return {
		...detail,
		...declared,
		...{ thread, payments },
		...(edit && { edit }),
		...(changed && { changed, changedTogether: Number(url.searchParams.get(FOLLOWING)) || undefined }),
		key: randomUUID(),
		people,
		zone,
		now: new Date().toISOString(),
		free: {
			day,
			asked: asked !== '',
			...(fault ? { fault, typed } : {}),
			starts: starts.map(({ starts_at }) => ({
				start: new Date(starts_at).toISOString(),
				label: formatTime(starts_at, zone),
			})),
		},
		moveNotice: location.move_notice,
		rights,
	}
}
