import { useNavigation, useRouteLoaderData } from "@remix-run/react";
import { fullName } from "#app/format/names";
import type { loader } from "#app/routes/applicants/list";

/** The applicant that is being opened in place of another one. */
export interface Arriving {
	/** Undefined for an applicant of another page of the list. */
	name: string | undefined;
}

/** Returns the applicant that is being opened in place of the open one; undefined when nobody is. */
export const useArriving = (base: string, openId: string): Arriving | undefined => {
	const { state, location } = useNavigation();
	const list = useRouteLoaderData<typeof loader>("routes/applicants/list")?.list;
	const id = state === "loading" ? idIn(location.pathname, base) : undefined;
	if (id === undefined || id === openId) return undefined;
	const row = list?.applicants.ok ? list.applicants.value.data.find((one) => one.id === id) : undefined;
	return { name: row && fullName(row) };
};

/** Returns the id of the applicant that an address opens. why a digit: the list's dialogs have words there. */
export const idIn = (pathname: string, base: string): string | undefined => {
	const [first = ""] = pathname.startsWith(`${base}/`) ? pathname.slice(base.length + 1).split("/") : [];
	return /\d/.test(first) ? first : undefined;
};
