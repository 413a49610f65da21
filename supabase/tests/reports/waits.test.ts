import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForPlace, confirmPlace, confirmSeats, holdSeats, makeCourse } from '../booking/course.ts'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'
import { dayAt, type Figures } from './rows.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const figures = (who: string) =>
	salon.call<Figures>(who, 'report_figures', { location: salon.ids.location, last: dayAt(0), days: 30 })

test('places on waiting lists count by the day they were asked for, also once they are deleted', async () => {
	const course = await makeCourse(salon, 2, { seats: 1 })
	const held = await holdSeats(salon, course.id)
	await confirmSeats(salon, held)
	const ask = async (name: string, day: number, confirmed = true) => {
		const place = await askForPlace(salon, course.id, { email: `${name}@example.org` })
		if (confirmed) await confirmPlace(salon, place)
		await salon.sql`update public.event_waits set created_at = ${at(day, '23:30')} where id = ${place.id}`
	}
	await ask('eins', -3)
	await ask('zwei', -3)
	await ask('unbestaetigt', -3, false)
	await ask('davor', -40)
	// The first in the list gets the seat that becomes free, and books it.
	await salon.call('anon', 'cancel_appointment', { appointment: held.visit.id, secret: held.secret })
	const [offer] =
		await salon.sql`select wait.id, hold_id, email, internal.wait_secret(wait.id) as secret from public.event_waits wait where hold_id is not null`
	await salon.call('anon', 'confirm_appointment', {
		...{ appointment: offer?.hold_id, secret: offer?.secret, contact: { ...CONTACT, email: offer?.email } },
	})
	const { waits } = await figures(salon.user.owner)
	expect(waits).toEqual([
		{ last: dayAt(-10), asked: 0, seated: 0, asked_before: 1, seated_before: 0 },
		{ last: dayAt(-3), asked: 2, seated: 1, asked_before: 0, seated_before: 0 },
	])
	await salon.sql`delete from public.event_waits`
	expect((await figures(salon.user.owner)).waits).toEqual(waits)
})
