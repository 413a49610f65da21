import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { History } from './history.tsx'

test('a visit says for whom it was booked', () => {
	const visit = {
		...{ id: 'a', state: 'completed' as const, starts_at: '2026-05-04T08:00:00Z', ends_at: '2026-05-04T09:00:00Z' },
		...{ note: '', for_name: 'Lena', total_cents: 4500, location_id: 'b' },
		locations: { name: 'Mitte', time_zone: 'Europe/Berlin' },
		lines: [
			{
				...{ position: 1, service_id: 'd', service_name: 'Schnitt', employee_id: 'c', event_id: null },
				employees: { name: 'Anna' },
			},
		],
	}
	const visits = [visit, { ...visit, id: 'd', for_name: '' }]
	const page = renderToStaticMarkup(
		<MemoryRouter>
			<History
				{...{ customer: 'k', visits, messages: [], view: 'alles', zone: 'Europe/Berlin', severalPlaces: false }}
				markOf={() => null}
			/>
		</MemoryRouter>,
	)
	expect(page.replaceAll(/<[^>]*>/g, '').match(/Uhr · Anna[^\d]*/g)).toEqual(['Uhr · Anna · für Lena', 'Uhr · Anna'])
})
