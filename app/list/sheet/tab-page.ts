/** How the page of each tab's own list is called in the address. */
export const tabPages = { emails: "emailPage", log: "logPage" };

/**
 * The page of a tab's own list, out of the address. why: `page` and `size` there are those of the list of applicants.
 * An address that somebody mended by hand begins at the newest.
 */
export const readTabPage = (params: URLSearchParams, name: string): number => {
	const page = params.get(name) ?? "";
	return /^\d{1,6}$/.test(page) ? Number(page) : 0;
};

/** The same address at another page of the tab's list. */
export const tabPageSearch = (search: string, name: string, page: number): string => {
	const params = new URLSearchParams(search);
	if (page === 0) params.delete(name);
	else params.set(name, String(page));
	return `?${params}`;
};
