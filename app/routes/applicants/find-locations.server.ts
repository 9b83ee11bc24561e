import type { ApiClient } from "#app/api/client";
import { maxPageSize } from "#worker/contract/page";
import { listLocations } from "#worker/services/locations/contract";

type Place = { id: string; name: string };

export interface FoundLocations {
	/** What was typed. */
	name: string;
	locations: Place[];
	/** The chosen one, when it was found by another name before. */
	kept?: Place;
	/** Why there are none, when they could not be looked for. */
	error?: string;
}

/**
 * What a stage dialog without scripts asks for by name, in a field of its own form; null when nothing was ever typed
 * there. The form repeats the names looked for before: a place that one of them found stays chosen.
 */
export const findLocations = async (form: FormData, api: ApiClient): Promise<FoundLocations | null> => {
	const [name, ...before] = [form.get("locationName"), ...form.getAll("foundBefore").slice(0, 2)].filter(isTyped);
	if (name === undefined) return null;
	const look = (name: string) => api.call(listLocations, { query: { size: String(maxPageSize), name } });
	const found = await look(name);
	if (!found.ok) return { name, locations: [], error: found.problem.error };
	const locations = found.value.data;
	const chosen = form.get("locationId");
	const isChosen = ({ id }: Place) => id === chosen;
	if (!isTyped(chosen) || locations.some(isChosen)) return { name, locations };
	const others = await Promise.all(before.map(look));
	const kept = others.flatMap((other) => (other.ok ? other.value.data : [])).find(isChosen);
	return kept ? { name, locations, kept } : { name, locations };
};

const isTyped = (value: FormDataEntryValue | null): value is string => typeof value === "string" && value.trim() !== "";

/** Is the form only looking for a location, and sent for nothing else? */
export const isFindingLocations = (form: FormData): boolean => form.get("find") === "location";
