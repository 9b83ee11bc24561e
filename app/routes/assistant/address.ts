import { searchPair } from "#worker/contract/applicant-filter";
import { type Verdict, verdicts } from "#worker/contract/criteria/terms";

/** What the address of the screen asks for. */
export interface Asked {
	application?: string | undefined;
	/** The only stage whose applicants are judged. */
	stage?: string | undefined;
	/** The applicants to look for, in words. */
	q?: string | undefined;
	/** Who reads the words, where it is not the model that is configured. */
	translator?: "built-in" | undefined;
	/** Whether criteria are chosen without words. */
	by?: "hand" | undefined;
	/** Criteria that were saved under a name. */
	saved?: string | undefined;
	/** The judged applicants. */
	session?: string | undefined;
	/** Whether the criteria of the session are changed. */
	edit?: "1" | undefined;
	list?: Verdict | undefined;
	/** A place in the list; see the contract. */
	page?: string | undefined;
}

const names = ["application", "stage", "q", "translator", "by", "saved", "session", "edit", "list", "page"] as const;

/** Reads an address; undefined for a list or a page that does not exist. */
export const readAsked = (params: URLSearchParams): Asked | undefined => {
	const text = (name: (typeof names)[number]) => params.get(name)?.trim() || undefined;
	const list = text("list");
	const page = text("page");
	const known = verdicts.find((verdict) => verdict === list);
	if ((list !== undefined && !known) || (page !== undefined && !/^\d{1,10}$/.test(page))) return undefined;
	return {
		application: text("application"),
		stage: text("stage"),
		q: text("q"),
		session: text("session"),
		page,
		saved: text("saved"),
		list: known,
		translator: text("translator") === undefined ? undefined : "built-in",
		by: text("by") === undefined ? undefined : "hand",
		edit: text("edit") === undefined ? undefined : "1",
	};
};

/** Returns the query text of an address. */
export const askedSearch = (asked: Asked): string => {
	const text = names.flatMap((name) => (asked[name] ? searchPair(name, asked[name]) : [])).join("&");
	return text && `?${text}`;
};
