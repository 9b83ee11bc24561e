import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { Choice } from "#app/ui/form/choice";
import { listStructure } from "#worker/services/admin-levels/contract";

interface Placed {
	/** What is placed: a course, or an item of the structure. */
	resource: "course" | "levelitem";
	/** The item that it is part of, or null for none; left out for something new. */
	now?: { id: string; name: string } | null;
}

/** Reads of what a course or an item can become part of, within the user's reach, and of what it is part now. */
export const placeChoices = async ({ call }: { call: ApiCall }, { resource, now }: Placed): Promise<Choice[]> => {
	const action = now === undefined ? "c" : "u";
	const query = { privilege: `${resource}:${action}` as const, from: now?.id };
	const { data, atTop } = orThrow(await call(listStructure, { query }));
	const isOffered = now === undefined || now === null || data.some(({ id }) => id === now.id);
	return [
		...(atTop || now === null ? [{ value: "", label: "The institution" }] : []),
		...(isOffered ? [] : [{ value: now.id, label: now.name }]),
		...data.map(({ id, path }) => ({ value: id, label: path.join(" › ") })),
	];
};
