import type { ApiClient } from "#app/api/client";
import { ok, type Result } from "#worker/contract/result";
import { listLocations } from "#worker/services/locations/contract";

export interface Place {
	id: string;
	name: string;
}

/** One page of the locations whose name contains the words; of all locations without words. */
export interface LocationPage {
	name: string;
	page: number;
	locations: Place[];
	hasMore: boolean;
}

/** The response to the location field: a page, or why there is none (§8). */
export type LocationAnswer = LocationPage | { unanswered: string };

export interface FoundLocations extends LocationPage {
	/** The chosen location, when it was found by another search, and that search. */
	kept?: Place & { look: Look };
	/** Why the search failed. */
	error?: string;
}

interface Look {
	name: string;
	page: number;
}

export const noLocations: LocationPage = { name: "", page: 0, locations: [], hasMore: false };

/** Loads one page of locations (§9: 20). */
export const pageOfLocations = async (
	api: ApiClient,
	{ name = "", page = 0 }: Partial<Look> = {},
): Promise<Result<LocationPage>> => {
	const found = await api.call(listLocations, { query: { name, page: String(page) } });
	if (!found.ok) return found;
	const { data, resultTotal, size } = found.value;
	const locations = data.map(({ id, name }) => ({ id, name }));
	return ok({ name, page, locations, hasMore: (page + 1) * size < resultTotal });
};

/** Searches locations for a dialog without scripts, whose form repeats earlier searches; null without a search. */
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

export const isFindingLocations = (form: FormData | URLSearchParams): boolean =>
	/^location( \d+)?$/.test(textIn(form, "find"));

const textIn = (form: FormData | URLSearchParams, field: string): string => {
	const value = form.get(field);
	return typeof value === "string" ? value : "";
};

/** Reads the page: 'location 2' from the button, else the page that was shown. */
const pageIn = (form: FormData | URLSearchParams): number => {
	const shown = isFindingLocations(form)
		? textIn(form, "find").slice("location ".length)
		: textIn(form, "locationPage");
	return wholeNumber.test(shown) ? Number(shown) : 0;
};

const wholeNumber = /^\d{1,6}$/;

/** Reads an earlier search that `LocationField` repeats: '2 zaria'. */
const readLook = (look: FormDataEntryValue): Look[] => {
	const [, page, name] = (typeof look === "string" && /^(\d{1,6}) (.*)$/s.exec(look)) || [];
	return name === undefined ? [] : [{ name, page: Number(page) }];
};
