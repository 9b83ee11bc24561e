import { useNavigation, useRouteLoaderData } from "@remix-run/react";
import { fullName } from "#app/format/names";
import type { loader } from "#app/routes/applicants/list";

/** The applicant that is being opened in place of another one. */
export interface Arriving {
	id: string;
	/** Undefined for an applicant of another page of the list. */
	name: string | undefined;
	/** Their neighbours on the page of the list: a step that is taken meanwhile goes on from them. */
	previousId: string | null;
	nextId: string | null;
}

/** Returns the applicant that is being opened in place of the open one; undefined when nobody is. */
export const useArriving = (base: string, openId: string): Arriving | undefined => {
	const { state, location } = useNavigation();
	const list = useRouteLoaderData<typeof loader>("routes/applicants/list")?.list;
	const id = state === "loading" ? idIn(location.pathname, base) : undefined;
	if (id === undefined || id === openId) return undefined;
	const rows = list?.applicants.ok ? list.applicants.value.data : [];
	const at = rows.findIndex((row) => row.id === id);
	const row = rows[at];
	const beside = (place: number) => (row ? (rows[place]?.id ?? null) : null);
	return { id, name: row && fullName(row), previousId: beside(at - 1), nextId: beside(at + 1) };
};

/** Returns the id of the applicant that an address opens. why a digit: the list's dialogs have words there. */
export const idIn = (pathname: string, base: string): string | undefined => {
	const [first = ""] = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).split("/") : [];
	return /\d/.test(first) ? first : undefined;
};
