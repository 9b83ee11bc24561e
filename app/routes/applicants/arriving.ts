import { useNavigation, useRouteLoaderData } from "@remix-run/react";
import { fullName } from "#app/format/names";
import type { loader } from "#app/routes/applicants/list";

/** The applicant that is being opened in place of another one. */
export interface Arriving {
	id: string;
	/** Undefined for an applicant of another page of the list. */
	name: string | undefined;
	/** Those before and after in the list, for a second press of a key before the first has been answered. */
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
	const at = rows.findIndex((one) => one.id === id);
	const row = rows[at];
	if (!row) return { id, name: undefined, previousId: null, nextId: null };
	return { id, name: fullName(row), previousId: rows[at - 1]?.id ?? null, nextId: rows[at + 1]?.id ?? null };
};

/** Returns the id of the applicant that an address opens. why a digit: the list's dialogs have words there. */
export const idIn = (pathname: string, base: string): string | undefined => {
	const [first = ""] = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).split("/") : [];
	return /\d/.test(first) ? first : undefined;
};
