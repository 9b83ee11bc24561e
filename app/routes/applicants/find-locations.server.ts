import type { ApiClient } from "#app/api/client";
import { maxPageSize } from "#worker/contract/page";
import { listLocations } from "#worker/services/locations/contract";

export interface FoundLocations {
	/** What was typed. */
	name: string;
	locations: { id: string; name: string }[];
	/** Why there are none, when they could not be looked for. */
	error?: string;
}

/** What a stage dialog without scripts asks for by name, in a field of its own form; null when nothing is typed there. */
export const findLocations = async (form: FormData, api: ApiClient): Promise<FoundLocations | null> => {
	const name = form.get("locationName");
	if (typeof name !== "string" || name.trim() === "") return null;
	const found = await api.call(listLocations, { query: { size: String(maxPageSize), name } });
	return found.ok ? { name, locations: found.value.data } : { name, locations: [], error: found.problem.error };
};

/** Is the form only looking for a location, and sent for nothing else? */
export const isFindingLocations = (form: FormData): boolean => form.get("find") === "location";
