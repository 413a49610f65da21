import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// The whole site on one page. Each address stands under its layout; catalogue aliases share one page.
export default [
	index('routes/public/home.tsx'),
	route('categories', 'routes/public/categories.tsx'),
	route('business', 'routes/public/business.tsx'),
	layout('routes/layouts/default-public.tsx', [
		route('listings', 'routes/public/listings.tsx'),
		route('katalog', 'routes/public/listings.tsx', { id: 'katalog' }),
		route('katalog/:city', 'routes/public/listings.tsx', { id: 'katalog-city' }),
		route('katalog/:city/:category', 'routes/public/listings.tsx', { id: 'katalog-city-category' }),
		route('categories/:category', 'routes/public/listings.tsx', { id: 'category' }),
		route('listings-not-found', 'routes/public/listings-not-found.tsx'),
		route('listings/:id/booking', 'routes/public/listing-booking.tsx'),
		route('booking-success', 'routes/public/booking-success.tsx'),
		route('booking/:id', 'routes/public/booking.tsx'),
		route('booking/:id/umbuchen', 'routes/public/booking-reschedule.tsx'),
		route('booking/:id/absagen', 'routes/public/booking-cancel.tsx'),
		route('booking/:id/widerrufen', 'routes/public/booking-withdraw.tsx'),
		route('legal/impressum', 'routes/public/legal/impressum.tsx'),
		route('legal/data-protection', 'routes/public/legal/data-protection.tsx'),
		route('legal/agb', 'routes/public/legal/agb.tsx'),
		route('legal/quellen', 'routes/public/legal/quellen.tsx'),
		route('legal/ranking', 'routes/public/legal/ranking.tsx'),
	]),
	layout('routes/layouts/default-public-single.tsx', [route('listings/:id', 'routes/public/listing.tsx')]),

	layout('routes/layouts/default-auth.tsx', [
		route('auth/login', 'routes/auth/login.tsx'),
		route('auth/login-company', 'routes/auth/login-company.tsx'),
		route('auth/register', 'routes/auth/register.tsx'),
		route('auth/register-company', 'routes/auth/register-company.tsx'),
		route('auth/email-confirmation', 'routes/auth/email-confirmation.tsx'),
		route('auth/recovery', 'routes/auth/recovery.tsx'),
	]),
	layout('routes/layouts/default-auth-simple.tsx', [
		route('auth/confirm', 'routes/auth/confirm.tsx'),
		route('auth/confirm-signup', 'routes/auth/confirm.tsx', { id: 'confirm-signup' }),
		route('auth/einladung', 'routes/auth/invitation.tsx'),
		route('admin/neu', 'routes/admin/company-new.tsx'),
	]),
	layout('routes/layouts/default-public.tsx', { id: 'profile-layout' }, [
		route('profile', 'routes/profile/profile.tsx'),
	]),
	route('profile/meine-daten.json', 'routes/profile/own-data.ts'),
	route('auth/logout', 'routes/auth/logout.ts'),

	route('admin', 'routes/admin/start.ts'),
	route('admin/suche', 'routes/admin/search.ts'),
	layout('routes/layouts/default-admin.tsx', [
		route('admin/calendar', 'routes/admin/calendar.tsx', [route(':id', 'routes/admin/calendar-appointment.tsx')]),
		route('admin/dashboard', 'routes/admin/dashboard.tsx'),
		route('admin/appointment/new', 'routes/admin/appointment-new.tsx'),
		route('admin/appointment', 'routes/admin/appointments.tsx', [route(':id', 'routes/admin/appointment.tsx')]),
		route('admin/company', 'routes/admin/company.tsx'),
		route('admin/user', 'routes/admin/members.tsx'),
		route('admin/company/location/:id', 'routes/admin/location.tsx', [
			index('routes/admin/location-data.tsx'),
			route('employees', 'routes/admin/location-employees.tsx'),
			route('services', 'routes/admin/location-services.tsx'),
			route('workinghours', 'routes/admin/location-hours.tsx'),
		]),
	]),

	route('sitemap.xml', 'routes/resources/sitemap.ts'),
	route('pages-sitemap.xml', 'routes/resources/sitemap-pages.ts'),
	route('locations-sitemap.xml', 'routes/resources/sitemap-locations.ts'),
	route('categories-sitemap.xml', 'routes/resources/sitemap-categories.ts'),
	route('robots.txt', 'routes/resources/robots.ts'),

	route('booking/:id/termin.ics', 'routes/resources/booking-calendar-file.ts'),
	route('dev/mail', 'routes/resources/dev-mail.tsx'),
	route('suggestions', 'routes/resources/suggestions.ts'),
	route('theme', 'routes/resources/theme.ts'),
	route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig
