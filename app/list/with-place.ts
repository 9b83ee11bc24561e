import type { LocationPage, Place } from "#app/list/find-locations.server";

/** Adds a location to a page that does not have it. */
export const withPlace = (found: LocationPage, place: Place | null | undefined): LocationPage =>
	!place || found.locations.some(({ id }) => id === place.id)
		? found
		: { ...found, locations: [place, ...found.locations] };
