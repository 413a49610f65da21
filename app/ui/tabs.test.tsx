import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Views } from './tabs.tsx'

test('of several views that show the same, only the first is the current one', () => {
	const tabs = ['Alle', 'Meine', 'Auch alle'].map((label) => ({ to: '/list', label }))
	const page = renderToStaticMarkup(
		<MemoryRouter>
			<Views label="Auswahl" current="/list" tabs={tabs} />
		</MemoryRouter>,
	)
	expect(page.match(/aria-current="page"[^>]*>([^<]*)/g)).toHaveLength(1)
	expect(page).toMatch(/aria-current="page"[^>]*>Alle</)
})
