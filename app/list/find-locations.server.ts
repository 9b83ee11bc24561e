import type { ApiClient } from "#app/api/client";
import { ok, type Result } from "#worker/contract/result";
import { listLocations } from "#worker/services/locations/contract";

export interface Place {
	id: string;
	name: string;
}

/** A page of the places whose name has the words; of all of them when there are none. */
export interface LocationPage {
	name: string;
	page: number;
	locations: Place[];
	hasMore: boolean;
}

/** What the location field is answered: a page, or why there is none (§8). */
export type LocationAnswer = LocationPage | { unanswered: string };

export interface FoundLocations extends LocationPage {
	/** The chosen one, when it was found by another name or on another page before, and by which. */
	kept?: Place & { look: Look };
	/** Why there are none, when they could not be looked for. */
	error?: string;
}

/** What was looked for. */
interface Look {
	name: string;
	page: number;
}

export const noLocations: LocationPage = { name: "", page: 0, locations: [], hasMore: false };

/** One page of the places to post to (§9: 20). */
export const pageOfLocations = async (
	api: ApiClient,
	{ name = "", page = 0 }: Partial<Look> = {},
): Promise<Result<LocationPage>> => {
	const found = await api.call(listLocations, { query: { name, page: String(page) } });
	if (!found.ok) return found;
	const { data, resultTotal, size } = found.value;
	return ok({ name, page, locations: data, hasMore: (page + 1) * size < resultTotal });
};

/** The page, and a place that is offered whatever page it stands on. */
export const withPlace = (found: LocationPage, place: Place | null | undefined): LocationPage =>
	!place || found.locations.some(({ id }) => id === place.id)
		? found
		: { ...found, locations: [place, ...found.locations] };

/**
 * What a dialog without scripts asks for by name or by its next page, in fields of its own form; null when it never
 * asked. The form repeats what was looked for before: a place that was found then stays chosen.
 */
export const findLocations = async (
	form: FormData | URLSearchParams,
	api: ApiClient,
): Promise<FoundLocations | null> => {
	const name = textIn(form, "locationName").trim();
	const page = pageIn(form);
	const before = form.getAll("foundBefore").slice(0, 2).flatMap(readLook);
	if (name === "" && page === 0 && before.length === 0 && !isFindingLocations(form)) return null;
	const found = await pageOfLocations(api, { name, page });
	if (!found.ok) return { ...noLocations, name, page, error: found.problem.error };
	const chosen = textIn(form, "locationId");
	const isChosen = ({ id }: Place) => id === chosen;
	if (chosen === "" || found.value.locations.some(isChosen)) return found.value;
	const others = await Promise.all(
		before.map(async (look) => {
			const other = await pageOfLocations(api, look);
			return (other.ok ? other.value.locations : []).filter(isChosen).map((place) => ({ ...place, look }));
		}),
	);
	const [kept] = others.flat();
	return kept ? { ...found.value, kept } : found.value;
};

/** Is the form only looking for a location, and sent for nothing else? */
export const isFindingLocations = (form: FormData | URLSearchParams): boolean =>
	/^location( \d+)?$/.test(textIn(form, "find"));

const textIn = (form: FormData | URLSearchParams, field: string): string => {
	const value = form.get(field);
	return typeof value === "string" ? value : "";
};

/** 'location 2' asks for a page, 'location' for the first; without a button it is the one that was shown. */
const pageIn = (form: FormData | URLSearchParams): number => {
	const shown = isFindingLocations(form)
		? textIn(form, "find").slice("location ".length)
		: textIn(form, "locationPage");
	return wholeNumber.test(shown) ? Number(shown) : 0;
};

const wholeNumber = /^\d{1,6}$/;

/** '2 zaria': what `LocationField` repeats of a look before. */
const readLook = (look: FormDataEntryValue): Look[] => {
	const [, page, name] = (typeof look === "string" && /^(\d{1,6}) (.*)$/s.exec(look)) || [];
	return name === undefined ? [] : [{ name, page: Number(page) }];
};
